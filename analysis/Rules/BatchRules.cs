using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 32: the batch size influences throughput as much as the choice of database, so a sweep must vary or name it.
/// <see cref="SweepRules"/> calls it. Its labels stand in <c>RuleLabels</c> too: change both together.
/// </summary>
internal static class BatchRules
{
    /// <summary>Notes a database with one batch size, and a largest size that is still clearly the fastest.</summary>
    public static RuleVerdict Rule32Batch(SweepSummary summary)
    {
        var all = Measured(summary).Where(size => size.Point.Database != ManifestTargets.Null).ToList();
        if (all.Count == 0)
        {
            return RuleVerdict.NotApplicable(32, "No database is measured.");
        }

        var measured = all.Where(size => DependsOnBatch(size.Point)).ToList();
        if (measured.Count == 0)
        {
            return RuleVerdict.NotApplicable(32,
                "No throughput depends on the batch: that at a rate is the rate, and a mix without insertions has no batches.");
        }

        var databases = measured.GroupBy(size => size.Point.Database, StringComparer.Ordinal)
            .Select(database => (database.Key, Sizes: MostSizes(database))).ToList();
        string[] single = [.. databases.Where(database => database.Sizes.Count == 1)
            .Select(database =>
            string.Create(CultureInfo.InvariantCulture, $"{database.Key} {database.Sizes[0].Point.Batch:N0}"))];
        if (single.Length > 0)
        {
            return RuleVerdict.Noted(
                32,
                $"one batch size",
                $"Records a batch: {string.Join(", ", single)}. The more records share a round trip and a commit, the less these weigh: whether another size is faster, a sweep of sizes tells (--batch 100,1000,10000).");
        }

        if (databases.Exists(database => database.Sizes.Exists(size => size.RecordsPerS is null)))
        {
            return RuleVerdict.NotApplicable(32, "A search found no rate, so that sizes of batches cannot be compared.");
        }

        string[] rising = [.. databases.Where(database => IsRising(database.Sizes)).Select(database => database.Key)];
        string reason = string.Join("; ", databases.Select(database => Words(database.Key, database.Sizes)));
        return rising.Length > 0
            ? RuleVerdict.Noted(32, $"largest batch fastest",
                $"{reason}. Larger batches may be faster still ({string.Join(", ", rising)}).")
            : RuleVerdict.Kept(32, $"{reason}.");
    }

    /// <summary>
    /// The rates by which batch sizes are compared. A search counts by its sustainable rate alone, because the throughput at a
    /// rate that it tried equals that rate, whatever the batch.
    /// </summary>
    private static IEnumerable<Size> Measured(SweepSummary summary) => summary.Searches.Count > 0
        ? summary.Searches.Select(search => new Size(search.Point, search.Point.TotalRecords, search.RecordsPerS))
        : summary.Points.Where(point => point.Throughput is not null)
            .Select(point => new Size(point.Point, point.TotalRecords, point.Throughput!.RecordsPerS));

    /// <summary>
    /// False at a rate, which the throughput equals whatever the batch, and for a mix whose operations go one by one.
    /// </summary>
    private static bool DependsOnBatch(Point point) => point.Rate is null && point.Mix is null or { Inserts: true };

    /// <summary>
    /// Returns the sizes of a database that differ in the batch only, rising: the group with the most sizes, and among equal
    /// groups the group with the most records.
    /// </summary>
    private static List<Size> MostSizes(IEnumerable<Size> sizes) =>
    [
        .. sizes.GroupBy(size => size.Point.Axes.Only(axis => axis != SweepAxes.Batch).ToString(), StringComparer.Ordinal)
            .OrderByDescending(group => group.Count()).ThenByDescending(group => group.Max(size => size.Records)).First()
            .OrderBy(size => size.Point.Batch),
    ];

    private static bool IsRising(List<Size> sizes) => sizes[^1].RecordsPerS > RuleLimits.BatchGain * sizes[^2].RecordsPerS
        && sizes.TrueForAll(size => size.RecordsPerS <= sizes[^1].RecordsPerS);

    private static string Words(string database, List<Size> sizes)
    {
        var (best, worst) = (sizes.MaxBy(size => size.RecordsPerS)!, sizes.MinBy(size => size.RecordsPerS)!);
        return string.Create(CultureInfo.InvariantCulture,
            $"{database}: of {sizes.Count} sizes, batches of {best.Point.Batch:N0} took the most {LoadWords.Unit(best.Point)}, those of {worst.Point.Batch:N0} the fewest");
    }

    /// <summary>The throughput of a database at one batch size.</summary>
    /// <param name="Point">A point with this size.</param>
    /// <param name="Records">Records of the point.</param>
    /// <param name="RecordsPerS">Throughput, or the sustainable rate of a search. Null for a search without one.</param>
    private sealed record Size(Point Point, long Records, double? RecordsPerS);
}
