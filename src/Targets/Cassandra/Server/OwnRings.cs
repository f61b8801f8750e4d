namespace DbIngest.Targets.Cassandra.Server;

/// <summary>The rings of this process: one for each size, configuration and work folder, shared by its targets, stopped with the last.</summary>
internal static class OwnRings
{
    private static readonly Lock Gate = new();
    private static readonly Dictionary<string, (OwnRing Ring, int Leases)> Running = new(StringComparer.Ordinal);

    /// <summary>Takes part in a ring, starting it for the first.</summary>
    /// <param name="home">The distribution.</param>
    /// <param name="endpoint">Its size and settings.</param>
    /// <param name="isSynced">Whether the commit log is synced before an acknowledgement.</param>
    /// <param name="workFolder">Where its files go.</param>
    /// <returns>The lease; disposing it gives the part back.</returns>
    /// <exception cref="Core.Targets.TargetException">It cannot be started.</exception>
    public static OwnRingLease Acquire(CassandraHome home, CassandraEndpoint endpoint, bool isSynced, string workFolder)
    {
        string key = FormattableString.Invariant(
            $"{home.Folder}|{endpoint.Nodes}|{endpoint.HeapMb}|{endpoint.Profile}|{isSynced}|{Path.GetFullPath(workFolder)}");
        lock (Gate)
        {
            var (ring, leases) = Running.TryGetValue(key, out var running) ? running : (OwnRing.Start(home, endpoint, isSynced, workFolder), 0);
            Running[key] = (ring, leases + 1);
            return new OwnRingLease(key, ring);
        }
    }

    internal static void Release(string key)
    {
        lock (Gate)
        {
            var (ring, leases) = Running[key];
            if (leases > 1)
            {
                Running[key] = (ring, leases - 1);
                return;
            }

            Running.Remove(key);
            ring.Dispose();
        }
    }
}
