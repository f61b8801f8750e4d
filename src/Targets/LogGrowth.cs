namespace DbIngest.Targets;

/// <summary>
/// Sums the growth of the logs of servers from one measurement to the next. A server's counter of its log restarts, or jumps,
/// when the server starts, so a difference across a start says nothing about the log: that growth must count as 0.
/// <c>CassandraSpace</c>, <c>MongoSpace</c> and <c>SqlServerTarget</c> measure log bytes by it, outside the timed path. Not
/// thread-safe.
/// </summary>
internal sealed class LogGrowth
{
    private readonly Dictionary<string, (long Start, long Counter, long Grown)> _logs = new(StringComparer.Ordinal);

    /// <summary>Forgets all logs. Called when the table is new, so that growth counts from there.</summary>
    public void Reset() => _logs.Clear();

    /// <summary>Takes the counter of a log.</summary>
    /// <param name="log">The log: its server, and its name if a server has several.</param>
    /// <param name="start">Identifies the start of the server. 0 for a log that a start leaves alone, or only sets back.</param>
    /// <param name="counter">The server's counter. A counter that has fallen has restarted.</param>
    /// <returns>The growth since the first call for this log.</returns>
    public long Take(string log, long start, long counter)
    {
        if (!_logs.TryGetValue(log, out var last))
        {
            last = (start, counter, 0);
        }

        long grown = last.Grown + (start == last.Start ? Math.Max(0, counter - last.Counter) : 0);
        _logs[log] = (start, counter, grown);
        return grown;
    }
}
