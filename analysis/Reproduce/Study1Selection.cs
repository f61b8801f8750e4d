using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Chooses the points that stand for each database of study 1: points of the study's protocol alone, with records of the length
/// that most databases have, and of those one setting per database. The strongest durability wins, then the most acknowledged
/// copies, the split of sources 5+3, the most points, the highest throughput at the largest N, and the latest result.
/// <see cref="Study1Data"/> reads the choice.
/// </summary>
/// <param name="All">Every point of a database with a role, those that depart from the protocol included.</param>
/// <param name="Series">The chosen points of each database, by name, in the order of N.</param>
/// <param name="Basis">What was chosen and what was left out, one sentence each.</param>
internal sealed record Study1Selection(
    IReadOnlyList<Study1Point> All, IReadOnlyDictionary<string, IReadOnlyList<Study1Point>> Series, IReadOnlyList<string> Basis)
{
    /// <summary>Selects from results.</summary>
    /// <param name="summaries">Results in any order.</param>
    /// <param name="clusters">Names of the databases that the study ran on four nodes.</param>
    /// <param name="relational">Names of relational servers.</param>
    public static Study1Selection Of(
        IReadOnlyList<SweepSummary> summaries, IReadOnlyList<string> clusters, IReadOnlyList<string> relational)
    {
        Study1Point[] all =
        [
            .. from summary in summaries
               from point in summary.Points
               let database = point.Point.Database
               where clusters.Contains(database) || relational.Contains(database)
               select Study1Point.Of(summary, point, clusters.Contains(database)),
        ];
        var settings = all.Where(point => point.Departures.Count == 0)
            .GroupBy(point => (point.Result, Setting: SettingOf(point.Point)))
            .Select(setting => setting.OrderBy(point => point.Point.RecordsPerSource).ToArray()).ToList();

        // Only records of one length are comparable: take the length with which most databases were measured.
        int? values = settings.GroupBy(setting => setting[0].Point.Values)
            .OrderByDescending(group => group.Select(setting => setting[0].Point.Database).Distinct().Count())
            .ThenByDescending(group => group.Sum(setting => setting.Length))
            .FirstOrDefault()?.Key;
        var candidates = settings.Where(setting => setting[0].Point.Values == values)
            .ToLookup(setting => setting[0].Point.Database, StringComparer.Ordinal);
        var series = candidates.ToDictionary(
            database => database.Key, database => (IReadOnlyList<Study1Point>)Best(database), StringComparer.Ordinal);
        return new Study1Selection(all, series,
            [.. Chosen(series, candidates), .. LeftOut(all), .. OtherLength(settings, values)]);
    }

    /// <summary>All axes but N.</summary>
    private static AxisValues SettingOf(Point point) => point.Axes.Only(axis => !axis.IsSize);

    private static Study1Point[] Best(IEnumerable<Study1Point[]> settings) => settings
        .OrderByDescending(setting => (int?)setting[0].Target?.Survives ?? -1)
        .ThenByDescending(setting => setting[0].Target?.Copies?.Acknowledged ?? 1)
        .ThenByDescending(setting => setting[0].Point.Sources.Processes is [5, 3])
        .ThenByDescending(setting => setting.Length)
        .ThenByDescending(setting => setting.LastOrDefault(point => !point.Summary.IsMissing)?.Summary.Throughput?.RecordsPerS
            ?? 0)
        .ThenByDescending(setting => setting[0].Result.StartedUtc)
        .First();

    private static IEnumerable<string> Chosen(
        Dictionary<string, IReadOnlyList<Study1Point>> series, ILookup<string, Study1Point[]> candidates)
    {
        foreach (var (database, points) in series)
        {
            var first = points[0];
            int settings = candidates[database].Count();
            string choice = settings == 1 ? string.Empty
                : FormattableString.Invariant($"; chosen from {settings} settings, the strongest durability first");
            string survives = first.Target?.Survives switch
            {
                Survival.PowerLoss => " (survives a power loss)",
                Survival.ProcessCrash => " (survives the end of the process)",
                Survival.Nothing => " (survives nothing)",
                _ => string.Empty,
            };
            var point = first.Point;
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{database}: durability {point.Durability}{survives}, client {point.Client}, {point.Sources} sources, "
                + $"batches of {point.Batch:#,0}, {point.InFlight} in flight, {point.Values} values, "
                + $"{Study1Point.OfNodes(first.Nodes)}; {points.Count(p => !p.Summary.IsMissing)} of {points.Count} points "
                + $"measured, N {point.RecordsPerSource:#,0} to {points[^1].Point.RecordsPerSource:#,0}{choice}.");
        }
    }

    private static IEnumerable<string> LeftOut(IReadOnlyList<Study1Point> all) => LeftOutPoints.Sentences(all.Select(point =>
        (point.Point.Database, point.Departures.Count > 0 ? string.Join(", ", point.Departures) : null)));

    private static IEnumerable<string> OtherLength(IEnumerable<Study1Point[]> settings, int? values) => settings
        .Where(setting => setting[0].Point.Values != values)
        .GroupBy(setting => (setting[0].Point.Database, setting[0].Point.Values))
        .Select(group => string.Create(CultureInfo.InvariantCulture,
            $"Left out: {group.Sum(setting => setting.Length)} points of {group.Key.Database} with {group.Key.Values} values a "
            + $"record; most databases were measured with {values}."));
}
