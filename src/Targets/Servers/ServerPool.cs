namespace DbIngest.Targets.Servers;

/// <summary>The private servers in this process: one a key, shared by its targets, ended with the last of them.</summary>
/// <typeparam name="TKey">What decides which server is meant: equal ones share it.</typeparam>
/// <typeparam name="TServer">A server; disposing it ends it.</typeparam>
public sealed class ServerPool<TKey, TServer>
    where TKey : notnull
    where TServer : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<TKey, (TServer Server, int Leases)> _running = [];

    /// <summary>Takes part in a server, starting it for the first.</summary>
    /// <param name="key">Which.</param>
    /// <param name="start">Starts it.</param>
    /// <returns>The lease; disposing it gives the part back.</returns>
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
