using System.Security.Cryptography;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Provides the timestamps by which Cassandra orders two writes of a record: microseconds of this machine's clock since 1970,
/// strictly increasing over all writers of the process, so that a write that arrives late loses against one that this process
/// sent after it. <c>CassandraTarget</c>, or <c>CassandraDriverPath</c>, makes one per process for a mix or a service, and all
/// its writers share it, on several threads. Processes with different numbers never take the same timestamp.
/// </summary>
/// <remarks>
/// Cassandra would settle two writes with the same timestamp by value, column by column, and so mix two versions of a record. A
/// process therefore takes only timestamps with its own remainder modulo the number of processes, so all processes together have
/// a million a second. A process that takes more than its share runs ahead of the clock. The unit must stay the microsecond:
/// conditional updates carry timestamps of the servers in microseconds, and Cassandra compares both.
/// </remarks>
/// <param name="processes">Upper bound of the processes that write at the same time, at least 1.</param>
/// <param name="process">
/// Number of this process, from 0, less than the bound. Two processes with one number could take the same timestamp.
/// </param>
internal sealed class WriterClock(int processes, int process)
{
    /// <summary>
    /// Number of different clocks for services. Each clock has 62,500 timestamps a second. A service draws its clock at random,
    /// so two services may have the same. More clocks would not make equal timestamps rarer: the fewer pairs of services share a
    /// clock, the longer the time in which both take the same timestamp.
    /// </summary>
    private const int Services = 16;

    private long _last;

    /// <summary>
    /// The clock that all writers of a target share. A source is in one process only, so the first source that opens a writer
    /// numbers the process. A service has all sources, and draws its number at random. Thread-safe.
    /// </summary>
    /// <param name="shared">Where the target keeps the clock. Null before its first writer.</param>
    /// <param name="table">The table.</param>
    /// <param name="source">A source of this process.</param>
    /// <returns>Null if the table needs no timestamps of the client.</returns>
    public static WriterClock? Shared(ref WriterClock? shared, CassandraTable table, int source)
    {
        if (!table.IsKeyed)
        {
            return null;
        }

        var (process, of) = table.IsServed ? (RandomNumberGenerator.GetInt32(Services), Services) : table.ProcessOf(source);
        var clock = new WriterClock(of, process);
        return Interlocked.CompareExchange(ref shared, clock, null) ?? clock;
    }

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
