namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Provides the timestamps by which Cassandra orders two writes of a record: microseconds of this machine's clock since 1970,
/// strictly increasing over all writers of the process, and different from those of a process with another number. A write that
/// arrives late then loses against one that this process sent after it. No two writes may have the same timestamp: Cassandra
/// would settle them by value, column by column, and so mix two versions of a record. <c>CassandraTarget</c> makes one per
/// process for a mix or a service, and all its writers share it, on several threads.
/// </summary>
/// <remarks>
/// A process takes only timestamps with its own remainder modulo the number of processes, so all processes together have a
/// million a second. A process that takes more than its share runs ahead of the clock. The unit must stay the microsecond:
/// conditional updates carry timestamps of the servers in microseconds, and Cassandra compares both.
/// </remarks>
/// <param name="processes">Upper bound of the processes that write at the same time, at least 1.</param>
/// <param name="process">
/// Number of this process, from 0, less than the bound. Two processes with one number could take the same timestamp.
/// </param>
internal sealed class WriterClock(int processes, int process)
{
    private long _last;

    /// <summary>Takes the next timestamp, in microseconds since 1970. Thread-safe.</summary>
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
