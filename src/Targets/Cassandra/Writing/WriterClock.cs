namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Provides the timestamps by which Cassandra orders two writes of a record: microseconds of this machine's clock since 1970,
/// strictly increasing over all writers of the process, and different from those of any other process. A late write then loses
/// against a later one, and no two writes have the same timestamp: Cassandra would settle those by value, column by column, and
/// so mix two versions of a record. Writers of several threads share it.
/// </summary>
/// <remarks>
/// A process takes the timestamps with a remainder of its own, so that all processes together have a million a second.
/// Conditional updates carry timestamps of the servers, in microseconds too, which is why these are not multiplied.
/// </remarks>
/// <param name="processes">Processes that may write at the same time, or more: at least 1.</param>
/// <param name="process">Which of them this is, from 0.</param>
internal sealed class WriterClock(int processes, int process)
{
    private long _last;

    /// <summary>The next timestamp.</summary>
    public long Next()
    {
        while (true)
        {
            long now = (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;
            long last = Volatile.Read(ref _last);
            long next = Math.Max(last + processes, now - (now % processes) + process);
            if (Interlocked.CompareExchange(ref _last, next, last) == last)
            {
                return next;
            }
        }
    }
}
