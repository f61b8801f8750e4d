namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The timestamps by which Cassandra decides between two writes of a record: microseconds of this machine's clock, each larger than
/// the one before. With them a write that arrives late, after one that came later, changes nothing, whatever the servers'
/// clocks say. One a writer, as a record is only ever written by one; used by its thread.
/// </summary>
internal sealed class WriterClock
{
    private long _last;

    /// <summary>The next timestamp.</summary>
    public long Next() => _last = Math.Max(_last + 1, (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond);
}
