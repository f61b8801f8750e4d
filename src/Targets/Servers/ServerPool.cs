namespace DbIngest.Targets.Servers;

/// <summary>
/// Shares private servers or containers within this process: one server per key, which ends with its last lease. Definitions of
/// databases acquire a lease when they open a target. Thread-safe. A start runs under the pool's lock, so that two targets never
/// start the same server twice.
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
    /// <param name="start">Starts the server. Called only if no server with the key runs.</param>
    /// <returns>The lease. Disposing it returns the share.</returns>
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
