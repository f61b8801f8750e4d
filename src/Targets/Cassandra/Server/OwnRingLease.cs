namespace DbIngest.Targets.Cassandra.Server;

/// <summary>A target's part in a ring of our own.</summary>
/// <param name="ring">The ring.</param>
/// <param name="cancellation">Ends waiting for its nodes early.</param>
internal sealed class OwnRingLease(OwnRing ring, CancellationToken cancellation) : IDisposable
{
    private int _released;

    public OwnRing Ring { get; } = ring;

    /// <inheritdoc cref="OwnRing.EnsureRunning"/>
    public bool EnsureRunning() => Ring.EnsureRunning(cancellation);

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0)
        {
            OwnRings.Release(Ring);
        }
    }
}
