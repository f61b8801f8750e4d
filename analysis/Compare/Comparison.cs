using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The comparison of two results: the ratio of throughput B / A at every common point. Points are common when all of their axes
/// are equal; an axis of the target (database, client, durability ...) of which each side has one value only may differ, and <see
/// cref="Differences"/> then names it. <c>compare</c> writes it as JSON, table, plot and page.
/// </summary>
/// <remarks>
/// <see cref="Of(SweepSummary, SweepSummary, double, RegressionGate)"/> serves <c>compare</c> and <c>run --again</c>, <see
/// cref="OfPairs(StoredResult)"/> serves <c>run --ab</c> and <c>report</c>. Everything here is computed from summaries alone;
/// nothing is measured or read again. For <c>--fail-slower</c>, <c>RunGates</c> compares the pairs again at that threshold. JSON
/// states the members, so none may be renamed.
/// </remarks>
public sealed record Comparison
{
    /// <summary>Most further trials or runs per side that a comparison suggests.</summary>
    public const int MoreTrialsMost = 1000;

    /// <summary>Differences within 5 % count as equivalent between two databases of a pair.</summary>
    public const double PairThreshold = 0.05;

    /// <summary>
    /// The lowest confidence level c of a comparison. Results with a lower one are compared at this level, because two one-sided
    /// tests at 1 - c each correspond to an interval at 2 c - 1, which does not exist at a c of 0.5.
    /// </summary>
    public const double SmallestConfidence = 0.8;

    /// <summary>Name of A, or the names of its runs joined by " + ".</summary>
    public required string A { get; init; }

    /// <summary>Name of B, likewise.</summary>
    public required string B { get; init; }

    /// <summary>Number of runs of A.</summary>
    public required int ARuns { get; init; }

    /// <summary>Number of runs of B.</summary>
    public required int BRuns { get; init; }

    /// <summary>Practical threshold as a share: 0.05 makes ratios of 0.95 to 1 / 0.95 equivalent.</summary>
    public required double Threshold { get; init; }

    /// <summary>Level of the intervals; the tests use 1 - level.</summary>
    public required double Confidence { get; init; }

    /// <summary>When a slower point is a regression.</summary>
    public required RegressionGate Gate { get; init; }

    /// <summary>
    /// Dependence of each trial on the one before, 0 for none: the lag-1 autocorrelation of all common points of both sides
    /// together (<see cref="EffectiveSize.Autocorrelation"/>). Where a side has one run, intervals count accordingly fewer
    /// trials.
    /// </summary>
    public required double Autocorrelation { get; init; }

    /// <summary>
    /// True when both sides belong to one sweep whose trials ran in pairs (<c>run --ab</c>): tests and intervals are then those
    /// of the pairs.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsPaired { get; init; }

    /// <summary>Differences between the results other than their figures.</summary>
    public required IReadOnlyList<string> Differences { get; init; }

    /// <summary>Common points in the order of A.</summary>
    public required IReadOnlyList<PointComparison> Points { get; init; }

    /// <summary>
    /// Common searches for a sustainable rate, in the order of A. The rates that a search tried are no points of a comparison.
    /// </summary>
    public IReadOnlyList<SearchComparison> Searches { get; init; } = [];

    /// <summary>
    /// The sides, A and B, of which an audit failed at a rate that a search tried: the side lost or changed records that it had
    /// acknowledged.
    /// </summary>
    public IReadOnlyList<string> SearchesThatLose { get; init; } = [];

    /// <summary>What a million records cost on both sides, for the points and searches that have prices on both.</summary>
    public IReadOnlyList<CostComparison> Costs { get; init; } = [];

    /// <summary>How long reads beside the load took, for the points where both sides have them.</summary>
    public IReadOnlyList<ReadTimeComparison> ReadTimes { get; init; } = [];

    /// <summary>Points of A without a counterpart, and the points of its searches without one.</summary>
    public required IReadOnlyList<Point> OnlyA { get; init; }

    /// <summary>Points of B without a counterpart, and the points of its searches without one.</summary>
    public required IReadOnlyList<Point> OnlyB { get; init; }

    /// <summary>Geometric mean of the ratios; null without a ratio.</summary>
    public required double? GeometricMeanRatio { get; init; }

    /// <summary>Verdict over all common points.</summary>
    public required OverallVerdict Verdict { get; init; }

    /// <summary>
    /// True when a common point is slower by more than the threshold, as <see cref="Gate"/> defines it, has figures in A but none
    /// in B, or failed an audit in B but not in A: a reason to fail a build.
    /// </summary>
    public required bool IsRegression { get; init; }

    /// <summary>Compares two results of one run each, at the larger of their two levels.</summary>
    public static Comparison Of(SweepSummary a, SweepSummary b, double threshold,
        RegressionGate gate = RegressionGate.Interval) => Of([a], [b], threshold, gate);

    /// <summary>Compares two sides of one or several runs each.</summary>
    /// <param name="a">Runs of the reference, at least one.</param>
    /// <param name="b">Runs to judge, at least one.</param>
    /// <param name="threshold">Practical threshold as a share, above 0 and below 1.</param>
    /// <param name="gate">When a slower point is a regression.</param>
    /// <returns>The comparison, at the largest of the confidence levels.</returns>
    public static Comparison Of(IReadOnlyList<SweepSummary> a, IReadOnlyList<SweepSummary> b, double threshold,
        RegressionGate gate = RegressionGate.Interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(threshold, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(threshold, 1);
        double confidence = a.Concat(b).Max(run => run.Confidence);
        confidence = Math.Max(confidence, SmallestConfidence);
        var searches = SearchComparison.Of(a, b, threshold, gate);
        var (wholeA, wholeB) = (a, b);
        a = WithoutSteps(a);
        b = WithoutSteps(b);
        var matching = PointMatching.Of(a, b);
        double autocorrelation =
            EffectiveSize.Autocorrelation(matching.Common.SelectMany(pair => pair.A.Series.Concat(pair.B.Series)));
        var points = new PointComparisons(threshold, confidence, gate, autocorrelation).Of(matching.Common);

        // A version that loses records is worse than any slow one. The two sides of a sweep of pairs are judged by its own end.
        points = [.. points.Select(point => point is { AFailedAudit: null, BFailedAudit: not null }
            ? point with { IsRegression = true } : point)];
        var comparison = Of(matching, points, (a, b), threshold, confidence, gate);
        comparison = comparison with
        {
            Autocorrelation = autocorrelation,
            Differences = ResultDifferences.Of(a, b),
            Searches = searches,
            OnlyA = [.. comparison.OnlyA, .. Unmatched(wholeA, searches.Select(search => (search.A, search.Limit)))],
            OnlyB = [.. comparison.OnlyB, .. Unmatched(wholeB, searches.Select(search => (search.B, search.Limit)))],
            SearchesThatLose = [.. SideThatLoses("A", wholeA), .. SideThatLoses("B", wholeB)],
            Verdict = Overall([.. points.Select(point => point.Verdict), .. searches.Select(search => search.Verdict)]),
            IsRegression = comparison.IsRegression || searches.Any(search => search.IsRegression
                || (Loses(wholeB, search.B) && !Loses(wholeA, search.A))),
        };
        return comparison with { Costs = CostComparison.Of(comparison, wholeA, wholeB) };
    }

    /// <summary>The points of a side's searches that the other side lacks, or searched with another limit.</summary>
    private static IEnumerable<Point> Unmatched(
        IReadOnlyList<SweepSummary> runs, IEnumerable<(Point Point, SearchLimit Limit)> common) =>
        runs.SelectMany(run => run.Searches).Select(search => (search.Point, search.Limit)).Except(common)
            .Select(search => search.Point).Distinct();

    private static string[] SideThatLoses(string side, IReadOnlyList<SweepSummary> runs) =>
        runs.SelectMany(run => run.Searches).Any(search => Loses(runs, search.Point)) ? [side] : [];

    /// <summary>True if an audit failed at a rate that a search tried.</summary>
    private static bool Loses(IReadOnlyList<SweepSummary> runs, Point search) => runs.Where(run => run.Searches.Count > 0)
        .SelectMany(run => run.TriedBy(search)).Any(point => point.Audit.Verdict == AuditVerdict.Failed);

    private static SweepSummary[] WithoutSteps(IReadOnlyList<SweepSummary> runs) =>
        [.. runs.Select(run => run.Searches.Count == 0 ? run : run with { Points = [] })];

    /// <summary>Compares the two sides of a sweep whose trials ran in pairs; null for any other sweep.</summary>
    public static Comparison? OfPairs(StoredResult result) =>
        result.Manifest.Configuration.PairAxis is { } axis ? OfPairs(result.Summary, axis, PairThreshold) : null;

    /// <summary>Compares the two values of an axis within one sweep whose trials ran in pairs.</summary>
    /// <returns>A is the value that the first point of the pairs has.</returns>
    /// <param name="sweep">The sweep.</param>
    /// <param name="axis">The axis with two values.</param>
    /// <param name="threshold">Practical threshold as a share, above 0 and below 1.</param>
    /// <param name="gate">When a slower point is a regression.</param>
    public static Comparison OfPairs(SweepSummary sweep, Axis axis, double threshold,
        RegressionGate gate = RegressionGate.Interval)
    {
        string ValueOf(Point point) => axis.Text(point.Axes) ?? axis.PhraseWhenAbsent;
        // Beside the two values, a database may lack the axis, as one without the option of --endpoint: it has no pairs.
        string[] present = [.. sweep.Points.Select(point => axis.Text(point.Point.Axes)).OfType<string>().Distinct()];
        sweep = present.Length != 2 ? sweep
            : sweep with { Points = [.. sweep.Points.Where(point => axis.Text(point.Point.Axes) is not null)] };
        string first = ValueOf(sweep.Points[0].Point);
        SweepSummary Side(bool isA) =>
            sweep with { Points = [.. sweep.Points.Where(point => ValueOf(point.Point) == first == isA)] };
        string second = sweep.Points.Select(point => ValueOf(point.Point)).First(value => value != first);
        double confidence = Math.Max(sweep.Confidence, SmallestConfidence);
        SweepSummary[] a = [Side(isA: true)];
        SweepSummary[] b = [Side(isA: false)];
        var matching = PointMatching.Of(a, b, axis);
        var points = new PointComparisons(threshold, confidence, gate, autocorrelation: 0, isPaired: true).Of(matching.Common);
        return Of(matching, points, (a, b), threshold, confidence, gate) with
        {
            A = axis == SweepAxes.Database ? first : $"{axis.Name} {first}",
            B = axis == SweepAxes.Database ? second : $"{axis.Name} {second}",
            IsPaired = true,
        };
    }

    private static Comparison Of(
        PointMatching matching,
        IReadOnlyList<PointComparison> points,
        (IReadOnlyList<SweepSummary> A, IReadOnlyList<SweepSummary> B) runs,
        double threshold,
        double confidence,
        RegressionGate gate)
    {
        double[] logs = [.. points.Select(point => point.Ratio).OfType<double>().Select(ratio => Math.Log(ratio))];
        return new Comparison
        {
            A = Names(runs.A),
            B = Names(runs.B),
            ARuns = runs.A.Count,
            BRuns = runs.B.Count,
            Threshold = threshold,
            Confidence = confidence,
            Gate = gate,
            Autocorrelation = 0,
            Differences = [],
            Points = points,
            OnlyA = matching.OnlyA,
            OnlyB = matching.OnlyB,
            ReadTimes = ReadTimeComparison.Of(matching.Common, confidence),
            GeometricMeanRatio = logs.Length == 0 ? null : Math.Exp(SampleStatistics.Of(logs).Mean),
            Verdict = Overall([.. points.Select(point => point.Verdict)]),
            IsRegression = points.Any(point => point.IsRegression),
        };
    }

    private static string Names(IReadOnlyList<SweepSummary> runs) => string.Join(" + ", runs.Select(run => run.Name));

    private static OverallVerdict Overall(IReadOnlyList<PointVerdict> verdicts)
    {
        bool Any(PointVerdict verdict) => verdicts.Contains(verdict);
        return (Any(PointVerdict.Faster), Any(PointVerdict.Slower)) switch
        {
            (true, true) => OverallVerdict.Mixed,
            (true, false) => OverallVerdict.Faster,
            (false, true) => OverallVerdict.Slower,
            _ when Any(PointVerdict.NotEnoughData) => OverallVerdict.NotEnoughData,
            _ => Any(PointVerdict.Equivalent) ? OverallVerdict.Equivalent : OverallVerdict.NothingInCommon,
        };
    }
}
