namespace DbIngest.Targets.Servers;

/// <summary>
/// A target's share in a private server or container. <see cref="ServerPool{TKey, TServer}"/> hands it out, and the target
/// disposes it when it closes. The server ends with its last lease. Disposing twice is harmless.
/// </summary>
/// <typeparam name="TServer">The type of the server.</typeparam>
/// <param name="server">The shared server.</param>
/// <param name="release">Returns the share to the pool.</param>
public sealed class ServerLease<TServer>(TServer server, Action release) : IDisposable
{
    private int _released;

    /// <summary>The shared server. The holder of the lease must not dispose it.</summary>
    public TServer Server { get; } = server;

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0)
        {
            release();
        }
    }
}
