namespace DbIngest.Targets.Cassandra.Server;

/// <summary>The rings of this process: one for each size, configuration and work folder, shared by its targets, stopped with the last.</summary>
internal static class OwnRings
{
    private static readonly Lock Gate = new();
    private static readonly Dictionary<RingConfiguration, (OwnRing Ring, int Leases)> Running = [];

    /// <summary>Takes part in a ring, starting it for the first.</summary>
    /// <param name="configuration">Which.</param>
    /// <param name="say">Is told that one is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The lease; disposing it gives the part back.</returns>
    /// <exception cref="Core.Targets.TargetException">It cannot be started.</exception>
    /// <exception cref="OperationCanceledException">The start was ended early.</exception>
    public static OwnRingLease Acquire(RingConfiguration configuration, Action<string> say, CancellationToken cancellation)
    {
        lock (Gate)
        {
            var (ring, leases) = Running.TryGetValue(configuration, out var running) ? running : (OwnRing.Start(configuration, say, cancellation), 0);
            Running[configuration] = (ring, leases + 1);
            return new OwnRingLease(ring);
        }
    }

    internal static void Release(OwnRing ring)
    {
        lock (Gate)
        {
            var (_, leases) = Running[ring.Configuration];
            if (leases > 1)
            {
                Running[ring.Configuration] = (ring, leases - 1);
                return;
            }

            Running.Remove(ring.Configuration);
            ring.Dispose();
        }
    }
}
