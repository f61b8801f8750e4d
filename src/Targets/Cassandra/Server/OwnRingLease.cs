namespace DbIngest.Targets.Cassandra.Server;

/// <summary>A target's part in a ring of our own.</summary>
/// <param name="ring">The ring.</param>
internal sealed class OwnRingLease(OwnRing ring) : IDisposable
{
    private int _released;

    public OwnRing Ring { get; } = ring;

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0)
        {
            OwnRings.Release(Ring);
        }
    }
}
