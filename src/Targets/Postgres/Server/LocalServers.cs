namespace DbIngest.Targets.Postgres.Server;

/// <summary>The private servers of this process: one a work folder, shared by its targets, stopped when the last of them is disposed.</summary>
internal static class LocalServers
{
    private static readonly Lock Gate = new();
    private static readonly Dictionary<string, (LocalServer Server, int Leases)> Running = new(StringComparer.Ordinal);

    /// <summary>Takes part in the server of a work folder, starting it for the first, and again when it died.</summary>
    /// <param name="workFolder">The work folder.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The lease; disposing it gives the part back.</returns>
    /// <exception cref="Core.Targets.TargetException">No server can be started.</exception>
    public static LocalServerLease Acquire(string workFolder, CancellationToken cancellation)
    {
        string key = Path.GetFullPath(workFolder);
        lock (Gate)
        {
            var (server, leases) = Running.TryGetValue(key, out var running) ? running : (LocalServer.Start(key, tcpPort: null, cancellation), 0);
            server.EnsureRunning(cancellation);
            Running[key] = (server, leases + 1);
            return new(key, server);
        }
    }

    internal static void Release(string key)
    {
        lock (Gate)
        {
            var (server, leases) = Running[key];
            if (leases > 1)
            {
                Running[key] = (server, leases - 1);
                return;
            }

            Running.Remove(key);
            server.Dispose();
        }
    }
}
