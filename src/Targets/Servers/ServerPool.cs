namespace DbIngest.Targets.Servers;

/// <summary>
/// Shares private servers or containers within this process: one server per key, which ends with its last lease.
/// <see cref="ServerDefinition"/> acquires a lease of a server, and <c>ContainerPool</c> of a container, to open a target.
/// Thread-safe. A server starts and ends under the pool's lock, so that two targets never start the same server twice. Calls
/// for other keys wait meanwhile. The pool does not notice that a server has ended by itself: the holder of a lease must check,
/// and disposes the lease, never the server.
/// </summary>
/// <typeparam name="TKey">Decides which targets share a server: those with equal keys.</typeparam>
/// <typeparam name="TServer">The type of the server. Disposing it ends it.</typeparam>
public sealed class ServerPool<TKey, TServer>
    where TKey : notnull
    where TServer : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<TKey, (TServer Server, int Leases)> _running = [];

    /// <summary>Takes a share in a server, and starts it for the first share.</summary>
    /// <param name="key">The key of the server.</param>
    /// <param name="start">
    /// Starts the server. Called under the lock, and only if no lease for the key exists. It must not call the pool. If it
    /// throws, the pool is unchanged.
    /// </param>
    /// <returns>The lease. Disposing it returns the share. The last share disposes the server.</returns>
    public ServerLease<TServer> Acquire(TKey key, Func<TServer> start)
    {
        lock (_gate)
        {
            var (server, leases) = _running.TryGetValue(key, out var running) ? running : (start(), 0);
            _running[key] = (server, leases + 1);
            return new ServerLease<TServer>(server, () => Release(key));
        }
    }

    private void Release(TKey key)
    {
        lock (_gate)
        {
            var (server, leases) = _running[key];
            if (leases > 1)
            {
                _running[key] = (server, leases - 1);
                return;
            }

            _running.Remove(key);
            server.Dispose();
        }
    }
}
