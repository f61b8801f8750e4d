namespace DbIngest.Targets.Servers;

/// <summary>A target's part in a private server.</summary>
/// <typeparam name="TServer">The server's type.</typeparam>
/// <param name="server">The server.</param>
/// <param name="release">Gives the part back.</param>
public sealed class ServerLease<TServer>(TServer server, Action release) : IDisposable
{
    private int _released;

    /// <summary>The server.</summary>
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
