using System.Diagnostics;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Reads the server's counters of a database's shards (<c>SHOW STATS</c>), and waits for them. <see cref="InfluxApi1"/> settles
/// and measures space by it. It flushes shards only through the action that its caller gives.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="database">Name of the database.</param>
internal sealed class InfluxShards(InfluxServer server, string database)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    // A requested flush starts at once. A cache that does not shrink within this time cannot be written.
    private static readonly TimeSpan StallTimeout = TimeSpan.FromSeconds(30);
    private const int FailuresAccepted = 5;

    /// <summary>Bytes of the data files.</summary>
    public long FileBytes(CancellationToken cancellation) => Sum(Statistics(cancellation), "tsm1_filestore", "diskBytes");

    /// <summary>Waits until all data is in files and no compaction runs.</summary>
    /// <param name="flush">Requests that the server writes a shard to its files. Null if it cannot be requested.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The server cannot write its files, or takes longer than 30 minutes.</exception>
    public void AwaitQuiet(Action<long>? flush, CancellationToken cancellation)
    {
        long least = long.MaxValue;
        long progress = Stopwatch.GetTimestamp();
        long? failuresBefore = null;
        Waiting.Until(
            () =>
            {
                var statistics = Statistics(cancellation);
                long held = Sum(statistics, "tsm1_cache", "memBytes");
                bool isQuiet = held == 0 && Engines(statistics, IsWork) == 0;
                long failures = Engines(statistics, IsFailure);
                failuresBefore ??= failures;
                if (held < least)
                {
                    (least, progress) = (held, Stopwatch.GetTimestamp());
                }

                if (!isQuiet && (failures - failuresBefore >= FailuresAccepted
                    || (flush is not null && held > 0 && Stopwatch.GetElapsedTime(progress) > StallTimeout)))
                {
                    throw new TargetException(
                        $"The server cannot write its files: {held} bytes are in memory and its log alone, "
                        + $"{failures - failuresBefore} compactions failed meanwhile. Its disk may be full; its log says more.");
                }

                if (flush is not null)
                {
                    foreach (var shard in statistics.Where(s => s.Name == "tsm1_cache" && Number(s, "memBytes") > 0))
                    {
                        cancellation.ThrowIfCancellationRequested();
                        flush(long.Parse(shard.Tags["id"], System.Globalization.CultureInfo.InvariantCulture));
                    }
                }

                return isQuiet;
            },
            Interval,
            ServerTimeouts.Quiet,
            () => new TargetException(
                $"The server still holds points in memory alone, or compacts, after "
                + $"{ServerTimeouts.Quiet.TotalMinutes:0} minutes."),
            cancellation);
    }

    private static long Engines(IEnumerable<InfluxSeries> statistics, Func<string, bool> isOf) =>
        statistics.Where(s => s.Name == "tsm1_engine")
            .Sum(s => s.Rows[0].Where(cell => isOf(cell.Key)).Sum(cell => cell.Value.GetInt64()));

    private static bool IsFailure(string counter) => counter.EndsWith("CompactionErr", StringComparison.Ordinal);

    private static bool IsWork(string counter) => counter.EndsWith("Active", StringComparison.Ordinal)
        || counter.EndsWith("Queue", StringComparison.Ordinal);

    private static long Sum(IEnumerable<InfluxSeries> statistics, string module, string counter) => statistics
        .Where(s => s.Name == module).Sum(s => Number(s, counter));

    private static long Number(InfluxSeries series, string counter) => series.Rows[0].TryGetValue(counter, out var value)
        && value.ValueKind == JsonValueKind.Number ? value.GetInt64() : 0;

    private List<InfluxSeries> Statistics(CancellationToken cancellation) =>
        [.. server.Query("SHOW STATS", null, cancellation)
            .Where(s => s.Tags.GetValueOrDefault("database") == database && s.Rows.Count > 0)];
}
