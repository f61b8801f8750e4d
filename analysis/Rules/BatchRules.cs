using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 32: the batch size influences throughput as much as the choice of database, so a sweep must vary or name it.
/// <see cref="SweepRules"/> calls it.
/// </summary>
internal static class BatchRules
{
    /// <summary>Notes a database with one batch size, and a largest size that is still clearly the fastest.</summary>
    public static RuleVerdict Rule32Batch(SweepSummary summary)
    {
        var measured = summary.Points.Where(point => point.Throughput is not null && point.Point.Database != ManifestTargets.Null)
            .ToList();
        if (measured.Count == 0)
        {
            return RuleVerdict.NotApplicable(32, "No database is measured.");
        }

        var databases = measured.GroupBy(point => point.Point.Database, StringComparer.Ordinal)
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

        string[] rising = [.. databases.Where(database => IsRising(database.Sizes)).Select(database => database.Key)];
        string reason = string.Join("; ", databases.Select(database => Words(database.Key, database.Sizes)));
        return rising.Length > 0
            ? RuleVerdict.Noted(32, $"largest batch fastest",
                $"{reason}. Larger batches may be faster still ({string.Join(", ", rising)}).")
            : RuleVerdict.Kept(32, $"{reason}.");
    }

    /// <summary>
    /// Returns the points of a database that differ in the batch only, ordered by size: the group with the most sizes, and among
    /// equal groups the group with the most records.
    /// </summary>
    private static List<PointSummary> MostSizes(IEnumerable<PointSummary> points) =>
    [
        .. points.GroupBy(point => point.Point.Axes.Only(axis => axis != SweepAxes.Batch).ToString(), StringComparer.Ordinal)
            .OrderByDescending(group => group.Count()).ThenByDescending(group => group.Max(point => point.TotalRecords)).First()
            .OrderBy(point => point.Point.Batch),
    ];

    private static bool IsRising(List<PointSummary> sizes) => Rate(sizes[^1]) > RuleLimits.BatchGain * Rate(sizes[^2])
        && sizes.TrueForAll(size => Rate(size) <= Rate(sizes[^1]));

    private static string Words(string database, List<PointSummary> sizes)
    {
        var (best, worst) = (sizes.MaxBy(Rate)!, sizes.MinBy(Rate)!);
        return string.Create(CultureInfo.InvariantCulture,
            $"{database}: of {sizes.Count} sizes, batches of {best.Point.Batch:N0} took the most records/s, those of {worst.Point.Batch:N0} the fewest");
    }

    private static double Rate(PointSummary point) => point.Throughput!.RecordsPerS;
}
