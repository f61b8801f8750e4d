namespace DbIngest.Targets.Postgres.Server;

/// <summary>A target's part in a private server.</summary>
/// <param name="key">What the server is known by.</param>
/// <param name="server">The server.</param>
internal sealed class LocalServerLease(string key, LocalServer server) : IDisposable
{
    private int _released;

    public LocalServer Server { get; } = server;

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0)
        {
            LocalServers.Release(key);
        }
    }
}
