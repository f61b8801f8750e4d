using System.Text.Json;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.InfluxDb;

/// <summary>What the server counts of the shards of a database (<c>SHOW STATS</c>).</summary>
/// <param name="server">The server.</param>
/// <param name="database">The database.</param>
internal sealed class InfluxShards(InfluxServer server, string database)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    // A server of the vendor's settings writes what it holds in memory to its files after ten minutes without a write.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(20);

    /// <summary>Bytes of the files of data.</summary>
    public long FileBytes(CancellationToken cancellation) => Sum(Statistics(cancellation), "tsm1_filestore", "diskBytes");

    /// <summary>Waits until everything is in files and nothing is compacted.</summary>
    /// <param name="flush">Makes the server write a shard to its files; null where that cannot be asked for.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    public void AwaitQuiet(Action<long>? flush, CancellationToken cancellation) => Waiting.Until(
        () =>
        {
            var statistics = Statistics(cancellation);
            if (flush is not null)
            {
                foreach (var shard in statistics.Where(s => s.Name == "tsm1_cache" && Number(s, "memBytes") > 0))
                {
                    cancellation.ThrowIfCancellationRequested();
                    flush(long.Parse(shard.Tags["id"], System.Globalization.CultureInfo.InvariantCulture));
                }
            }

            return Sum(statistics, "tsm1_cache", "memBytes") == 0
                && statistics.Where(s => s.Name == "tsm1_engine").All(s => s.Rows[0].All(cell => !IsWork(cell.Key) || cell.Value.GetInt64() == 0));
        },
        Interval,
        Patience,
        () => new TargetException($"The server still holds points in memory alone, or compacts, after {Patience.TotalMinutes:0} minutes."),
        cancellation);

    private static bool IsWork(string counter) => counter.EndsWith("Active", StringComparison.Ordinal) || counter.EndsWith("Queue", StringComparison.Ordinal);

    private static long Sum(IEnumerable<InfluxSeries> statistics, string module, string counter) => statistics.Where(s => s.Name == module).Sum(s => Number(s, counter));

    private static long Number(InfluxSeries series, string counter) => series.Rows[0].TryGetValue(counter, out var value) && value.ValueKind == JsonValueKind.Number ? value.GetInt64() : 0;

    private List<InfluxSeries> Statistics(CancellationToken cancellation) =>
        [.. server.Query("SHOW STATS", null, cancellation).Where(s => s.Tags.GetValueOrDefault("database") == database && s.Rows.Count > 0)];
}
