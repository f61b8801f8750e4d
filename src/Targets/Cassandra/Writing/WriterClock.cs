namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Provides the timestamps by which Cassandra orders two writes of a record: microseconds of this machine's clock since 1970,
/// strictly increasing. A late write then loses against a later one, whatever the servers' clocks say. One per writer, since only
/// one writer writes a record; only its thread calls it.
/// </summary>
internal sealed class WriterClock
{
    private long _last;

    /// <summary>The next timestamp.</summary>
    public long Next() => _last =
        Math.Max(_last + 1, (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond);
}
