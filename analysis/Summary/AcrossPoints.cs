using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The joint analysis of the points that differ only in what they write to and in N: which share of the variance of throughput
/// belongs to the database, and by what ratio each pair of databases differs at each N. Values are ln (records/s) of the measured
/// trials: on that scale a difference is a ratio, and deviations in proportion to the throughput are equal.
/// </summary>
/// <remarks>
/// <c>Summarizer</c> computes one per group of points; tables, forest plots and the answer of a report show it. A sweep of pairs
/// has some only if the axis of its pairs groups points (<c>Axis.Groups</c>), and a search has none. <c>summary.json</c> contains
/// the members, so none may be renamed.
/// </remarks>
public sealed record AcrossPoints
{
    /// <summary>The values of the axes that all points of the analysis share.</summary>
    [JsonIgnore]
    public AxisValues Held { get; init; } = AxisValues.None;

    /// <summary><see cref="Held"/> as members of the analysis in JSON.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> HeldFields => AxisFields.Of(Held, axis => axis.Groups);

    /// <summary>At least two names: a database with the axes in which its points differ, such as <c>postgres wire</c>.</summary>
    public required IReadOnlyList<string> Databases { get; init; }

    /// <summary>Every number of records per source (N), rising.</summary>
    public required IReadOnlyList<long> RecordsPerSource { get; init; }

    /// <summary>
    /// Two-way analysis of variance, a = database, b = records per source. Null for fewer than two N, or where <see
    /// cref="TwoWayAnova"/> gives none.
    /// </summary>
    public required TwoWayAnova? Anova { get; init; }

    /// <summary>P-value of equal variances in all cells (Brown-Forsythe); null where the test is not possible.</summary>
    public required double? EqualVarianceP { get; init; }

    /// <summary>
    /// Every pair of databases at every N where both have at least two different values: Games-Howell over the pairs, Bonferroni
    /// over the N and the mixes of the sweep, so that all intervals hold together.
    /// </summary>
    public required IReadOnlyList<DatabasePair> Pairs { get; init; }

    /// <summary>
    /// Analyses all points of a sweep; <c>Summarizer</c> calls it. Points at a rate (<c>--rate</c>) are left out, since arrivals
    /// decide their throughput.
    /// </summary>
    /// <param name="trials">All points with their trials; the null target is left out.</param>
    /// <param name="confidence">
    /// Level, between 0 and 1, at which all intervals of one family (every N of every mix) hold together.
    /// </param>
    /// <returns>One analysis per combination of the other axes that has at least two databases with figures.</returns>
    internal static IReadOnlyList<AcrossPoints> Of(IReadOnlyList<PointTrials> trials, double confidence)
    {
        var groups = trials
            .Where(point => point.Point.Rate is null && point.Point.Database != ManifestTargets.Null && point.Measured.Count > 0)
            .GroupBy(point => HeldOf(point.Point)).ToList();

        // Counts the tests of one family: every N of every mix, with the other axes equal.
        var families = groups.ToLookup(
            group => AcrossMixes.HeldOf(group.Key),
            group => group.Select(point => point.Point.RecordsPerSource).Distinct().Count());
        return
        [
            .. groups.Select(group => OfGroup(
                group.Key, [.. group], families[AcrossMixes.HeldOf(group.Key)].Sum(), confidence)).OfType<AcrossPoints>(),
        ];
    }

    /// <summary>True when the axes of a point put it into this analysis.</summary>
    internal bool Covers(Point point) => HeldOf(point).Equals(Held);

    /// <summary>
    /// Returns the throughput of <paramref name="first"/> / that of <paramref name="second"/> with its interval. Null when the
    /// analysis does not compare the two points.
    /// </summary>
    internal (double Ratio, Interval? Interval)? RatioOf(Point first, Point second) =>
        Pairs.FirstOrDefault(pair => pair.PointA == second && pair.PointB == first) is { } pair
            ? (pair.Ratio, pair.RatioInterval)
            : Pairs.FirstOrDefault(pair => pair.PointA == first && pair.PointB == second) is { } other
                ? (1 / other.Ratio, other.RatioInterval?.Dividing(1))
                : null;

    private static AcrossPoints? OfGroup(AxisValues held, PointTrials[] points, int family, double confidence)
    {
        Cell[] cells = [.. points.Select(point => new Cell(Name(point.Point, points), point.Point, Repeated(point.Measured)))];
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
                    "records_per_source",
                    [.. cells.SelectMany(cell => cell.Repeated).Select(value => value.Block)]),
                EqualVarianceP =
                    BrownForsythe.Of([.. cells.Where(cell => cell.Values.Count > 1).Select(cell => cell.Values)])?.Between.P,
                Pairs = [.. records.AsParallel().AsOrdered()
                    .SelectMany(n => PairsAt([.. cells.Where(cell => cell.Records == n)], family, confidence))],
            };
    }

    private static IEnumerable<DatabasePair> PairsAt(Cell[] cells, int family, double confidence)
    {
        Cell[] tested = [.. cells.Where(cell => cell.Values.Distinct().Skip(1).Any())];
        IReadOnlyList<double>[] groups = [.. tested.Select(cell => cell.Values)];
        double level = 1 - ((1 - confidence) / family);
        return GamesHowell.Of(groups, level).Zip(TukeyHsd.Of(groups, level), (pair, tukey) => new DatabasePair(
            tested[pair.First].Records,
            tested[pair.First].Database,
            tested[pair.Second].Database,
            Math.Exp(pair.Difference),
            pair.Interval.Exp(),
            Math.Min(1, pair.P * family),
            tested[pair.First].Point,
            tested[pair.Second].Point)
        {
            TukeyRatioInterval = tukey.Interval.Exp(),
            TukeyP = Math.Min(1, tukey.P * family),
        });
    }

    /// <summary>
    /// Returns ln (records/s) of each trial, or its mean over each block where there are several. Every analysis across points
    /// takes its values from here.
    /// </summary>
    internal static IReadOnlyList<double> Logs(IEnumerable<TrialResult> trials) =>
        [.. Repeated([.. trials]).Select(value => value.Log)];

    /// <summary>The same values, each with its block.</summary>
    private static List<(int? Block, double Log)> Repeated(IReadOnlyList<TrialResult> trials)
    {
        var logs = trials.Where(trial => TrialRate.Of(trial) > 0)
            .Select(trial => (trial.Block, Log: Math.Log(TrialRate.Of(trial)))).ToList();
        return BlockMeans.Count(trials) < 2 ? logs
            : [.. logs.GroupBy(log => log.Block).Select(block => (block.Key, block.Average(log => log.Log)))];
    }

    private static AxisValues HeldOf(Point point) => point.Axes.Only(axis => axis.Groups);

    /// <summary>Names a database, with the axes of its target in which its points differ.</summary>
    internal static string Name(Point point, IReadOnlyList<PointTrials> points)
    {
        var same = points.Where(other => other.Point.Database == point.Database).Select(other => other.Point.Axes).ToList();
        return string.Join(' ', SweepAxes.TargetFirst
            .Where(axis => !axis.Groups && !axis.IsSize)
            .Where(axis => axis == SweepAxes.Database || same.Exists(other => axis.Text(other) != axis.Text(point.Axes)))
            .Select(axis => axis.Phrase(point.Axes) ?? axis.PhraseWhenAbsent));
    }

    private sealed record Cell(string Database, Point Point, IReadOnlyList<(int? Block, double Log)> Repeated)
    {
        public IReadOnlyList<double> Values { get; } = [.. Repeated.Select(value => value.Log)];

        public long Records => Point.RecordsPerSource;
    }
}
