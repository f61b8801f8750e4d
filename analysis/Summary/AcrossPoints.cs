using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Points that differ in what they write to and in N only, analysed together: which share of the variance of throughput is the database's,
/// and by what ratio each pair of databases differs at each N. The values are ln (records/s) of the measured trials: on that
/// scale a difference is a ratio, and deviations in proportion to the throughput are equal.
/// </summary>
public sealed record AcrossPoints
{
    /// <summary>Where all points are on the axes that the analysis holds fixed.</summary>
    [JsonIgnore]
    public AxisValues Held { get; init; } = AxisValues.None;

    /// <summary>The same as members of the analysis in JSON.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> HeldFields => AxisFields.Of(Held, axis => axis.Groups);

    /// <summary>The databases, at least two, each with the axes in which the points of one database differ.</summary>
    public required IReadOnlyList<string> Databases { get; init; }

    /// <summary>The N, rising.</summary>
    public required IReadOnlyList<long> RecordsPerSource { get; init; }

    /// <summary>
    /// Two-way analysis of variance, a = database, b = records per source; null for fewer than two N, or where
    /// <see cref="TwoWayAnova"/> gives none.
    /// </summary>
    public required TwoWayAnova? Anova { get; init; }

    /// <summary>The p-value of equal variances in all cells (Brown-Forsythe); null where there is no such test.</summary>
    public required double? EqualVarianceP { get; init; }

    /// <summary>
    /// Every pair of databases at every N where both have two trials: Games-Howell over the pairs, Bonferroni over the N, so
    /// that all intervals hold together.
    /// </summary>
    public required IReadOnlyList<DatabasePair> Pairs { get; init; }

    /// <summary>Analyses a sweep.</summary>
    /// <param name="trials">All points with their trials.</param>
    /// <param name="confidence">The confidence level of the intervals of each analysis together.</param>
    /// <returns>One analysis a combination of the other axes that has at least two databases with figures.</returns>
    internal static IReadOnlyList<AcrossPoints> Of(IReadOnlyList<PointTrials> trials, double confidence) =>
    [
        .. trials.Where(point => point.Point.Database != Targets.Null && point.Measured.Count > 0)
            .GroupBy(point => HeldOf(point.Point))
            .Select(group => OfGroup(group.Key, [.. group], confidence)).OfType<AcrossPoints>(),
    ];

    /// <summary>Whether a point is of those analysed together, as far as its axes tell.</summary>
    internal bool Covers(Point point) => HeldOf(point).Equals(Held);

    /// <summary>The throughput of one point / that of another, with its interval; null when the two are no pair.</summary>
    internal (double Ratio, Interval Interval)? RatioOf(Point first, Point second) =>
        Pairs.FirstOrDefault(pair => pair.PointA == second && pair.PointB == first) is { } pair
            ? (pair.Ratio, pair.RatioInterval)
            : Pairs.FirstOrDefault(pair => pair.PointA == first && pair.PointB == second) is { RatioInterval: var inverse } other
                ? (1 / other.Ratio, new Interval(1 / inverse.High, 1 / inverse.Low))
                : null;

    private static AcrossPoints? OfGroup(AxisValues held, PointTrials[] points, double confidence)
    {
        Cell[] cells = [.. points.Select(point => new Cell(Name(point.Point, points), point.Point, Logs(point.Measured)))];
        string[] databases = [.. cells.Select(cell => cell.Database).Distinct()];
        long[] records = [.. cells.Select(cell => cell.Records).Distinct().Order()];
        return databases.Length < 2
            ? null
            : new AcrossPoints
            {
                Held = held,
                Databases = databases,
                RecordsPerSource = records,
                Anova = TwoWayAnova.Of(
                    [
                        .. from cell in cells
                           from value in cell.Values
                           select ((long)Array.IndexOf(databases, cell.Database), cell.Records, value),
                    ],
                    "database",
                    "records_per_source"),
                EqualVarianceP = BrownForsythe.Of([.. cells.Where(cell => cell.Values.Count > 1).Select(cell => cell.Values)])?.Between.P,
                Pairs = [.. records.AsParallel().AsOrdered().SelectMany(n => PairsAt([.. cells.Where(cell => cell.Records == n)], records.Length, confidence))],
            };
    }

    private static IEnumerable<DatabasePair> PairsAt(Cell[] cells, int family, double confidence)
    {
        Cell[] tested = [.. cells.Where(cell => cell.Values.Distinct().Skip(1).Any())];
        return GamesHowell.Of([.. tested.Select(cell => cell.Values)], 1 - ((1 - confidence) / family)).Select(pair => new DatabasePair(
            tested[pair.First].Records,
            tested[pair.First].Database,
            tested[pair.Second].Database,
            Math.Exp(pair.Difference),
            new Interval(Math.Exp(pair.Interval.Low), Math.Exp(pair.Interval.High)),
            Math.Min(1, pair.P * family),
            tested[pair.First].Point,
            tested[pair.Second].Point));
    }

    /// <summary>ln (records/s) of trials, or their mean in each of several blocks: the values of every analysis across points.</summary>
    internal static IReadOnlyList<double> Logs(IEnumerable<TrialResult> trials) =>
        BlockMeans.Count([.. trials]) < 2
            ? LogsOf(trials)
            : [.. trials.GroupBy(trial => trial.Block).Select(block => LogsOf(block)).Where(logs => logs.Count > 0).Select(logs => logs.Average())];

    private static IReadOnlyList<double> LogsOf(IEnumerable<TrialResult> trials) =>
    [
        .. trials.Select(TrialRate.Of).Where(rate => rate > 0).Select(rate => Math.Log(rate)),
    ];

    private static AxisValues HeldOf(Point point) => point.Axes.Only(axis => axis.Groups);

    /// <summary>The database, and the other axes of what is written to where the points of one database differ in them.</summary>
    private static string Name(Point point, PointTrials[] points)
    {
        var same = points.Where(other => other.Point.Database == point.Database).Select(other => other.Point.Axes).ToList();
        return string.Join(' ', SweepAxes.TargetFirst
            .Where(axis => !axis.Groups && !axis.IsSize)
            .Where(axis => axis == SweepAxes.Database || same.Exists(other => axis.Text(other) != axis.Text(point.Axes)))
            .Select(axis => axis.Phrase(point.Axes) ?? axis.PhraseWhenAbsent));
    }

    private sealed record Cell(string Database, Point Point, IReadOnlyList<double> Values)
    {
        public long Records => Point.RecordsPerSource;
    }
}
