using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Two results side by side: the ratio of throughput B / A at every common point. Points are common when all of their axes
/// are equal. Of database, client and durability, one of which each side has a single name only is not compared: there the two
/// results may differ, and that is then what is compared (<see cref="Differences"/> names it).
/// </summary>
public sealed record Comparison
{
    /// <summary>The most further trials that are worth asking for.</summary>
    public const int MoreTrialsMost = 1000;

    /// <summary>What counts as equivalent between the two of a pair: 5 %.</summary>
    public const double PairThreshold = 0.05;

    /// <summary>
    /// The smallest confidence level: two one-sided tests at 1 - c each have an interval at 2 c - 1, which does not exist at 0.5. Results with
    /// less are compared at this.
    /// </summary>
    public const double SmallestConfidence = 0.8;

    /// <summary>The name of A, or the names of its runs joined by " + ".</summary>
    public required string A { get; init; }

    /// <summary>The same of B.</summary>
    public required string B { get; init; }

    /// <summary>How many runs A has.</summary>
    public required int ARuns { get; init; }

    /// <summary>How many runs B has.</summary>
    public required int BRuns { get; init; }

    /// <summary>
    /// The practical threshold as a share: 0.05 makes ratios of 0.95 to 1 / 0.95 equivalent.
    /// </summary>
    public required double Threshold { get; init; }

    /// <summary>The confidence level of the intervals; 1 less it is the level of the tests.</summary>
    public required double Confidence { get; init; }

    /// <summary>When a slower point is a regression.</summary>
    public required Gate Gate { get; init; }

    /// <summary>
    /// How much each trial depends on the one before, 0 when not at all: the lag-1 autocorrelation of all common points of both sides together
    /// (<see cref="EffectiveSize.Autocorrelation"/>). Where a side has one run, intervals count accordingly fewer trials.
    /// </summary>
    public required double Autocorrelation { get; init; }

    /// <summary>Whether both sides are of one sweep whose trials ran in pairs (<c>run --ab</c>): tests and intervals are then those of the pairs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsPaired { get; init; }

    /// <summary>What differs between the results besides their figures.</summary>
    public required IReadOnlyList<string> Differences { get; init; }

    /// <summary>The common points, in the order of A.</summary>
    public required IReadOnlyList<PointComparison> Points { get; init; }

    /// <summary>Points that only A has.</summary>
    public required IReadOnlyList<Point> OnlyA { get; init; }

    /// <summary>Points that only B has.</summary>
    public required IReadOnlyList<Point> OnlyB { get; init; }

    /// <summary>The geometric mean of the ratios; null when there is none.</summary>
    public required double? GeometricMeanRatio { get; init; }

    /// <summary>The verdict over all common points.</summary>
    public required OverallVerdict Verdict { get; init; }

    /// <summary>
    /// Whether any common point is slower by more than the threshold as <see cref="Gate"/> has it, or has figures in A but none in B: a
    /// reason for a build to fail.
    /// </summary>
    public required bool IsRegression { get; init; }

    /// <summary>Compares two results, one run a side.</summary>
    /// <param name="a">The reference.</param>
    /// <param name="b">What is judged.</param>
    /// <param name="threshold">The practical threshold as a share, above 0 and below 1.</param>
    /// <param name="gate">When a slower point is a regression.</param>
    /// <returns>The comparison, at the larger of the two confidence levels.</returns>
    public static Comparison Of(SweepSummary a, SweepSummary b, double threshold, Gate gate = Gate.Interval) => Of([a], [b], threshold, gate);

    /// <summary>Compares two sides of one or several runs each.</summary>
    /// <param name="a">The runs of the reference, at least one.</param>
    /// <param name="b">The runs of what is judged, at least one.</param>
    /// <param name="threshold">The practical threshold as a share, above 0 and below 1.</param>
    /// <param name="gate">When a slower point is a regression.</param>
    /// <returns>The comparison, at the largest of the confidence levels.</returns>
    public static Comparison Of(IReadOnlyList<SweepSummary> a, IReadOnlyList<SweepSummary> b, double threshold, Gate gate = Gate.Interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(threshold, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(threshold, 1);
        double confidence = a.Concat(b).Max(run => run.Confidence);
        confidence = Math.Max(confidence, SmallestConfidence);
        var matching = PointMatching.Of(a, b);
        double autocorrelation = EffectiveSize.Autocorrelation(matching.Common.SelectMany(pair => pair.A.Series.Concat(pair.B.Series)));
        var points = new PointComparisons(threshold, confidence, gate, autocorrelation).Of(matching.Common);
        return Of(matching, points, (a, b), threshold, confidence, gate) with
        {
            Autocorrelation = autocorrelation,
            Differences = ResultDifferences.Of(a, b),
        };
    }

    /// <summary>Compares what a stored sweep ran in pairs; null where its trials ran in none.</summary>
    /// <param name="result">The sweep.</param>
    /// <returns>The comparison, which every table, figure and sentence about the two shows.</returns>
    public static Comparison? OfPairs(StoredResult result) =>
        result.Manifest.Configuration.PairAxis is { } axis ? OfPairs(result.Summary, axis, PairThreshold) : null;

    /// <summary>Compares the two values of an axis within one sweep whose trials ran in pairs.</summary>
    /// <param name="sweep">The sweep.</param>
    /// <param name="axis">The axis.</param>
    /// <param name="threshold">The practical threshold as a share, above 0 and below 1.</param>
    /// <param name="gate">When a slower point is a regression.</param>
    /// <returns>The comparison: A is the value that the sweep's points have first.</returns>
    public static Comparison OfPairs(SweepSummary sweep, Axis axis, double threshold, Gate gate = Gate.Interval)
    {
        string ValueOf(Point point) => axis.Text(point.Axes) ?? axis.PhraseWhenAbsent;
        string first = ValueOf(sweep.Points[0].Point);
        SweepSummary Side(bool isA) => sweep with { Points = [.. sweep.Points.Where(point => ValueOf(point.Point) == first == isA)] };
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
        Gate gate)
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
            GeometricMeanRatio = logs.Length == 0 ? null : Math.Exp(SampleStatistics.Of(logs).Mean),
            Verdict = Overall(points),
            IsRegression = points.Any(point => point.IsRegression),
        };
    }

    private static string Names(IReadOnlyList<SweepSummary> runs) => string.Join(" + ", runs.Select(run => run.Name));

    private static OverallVerdict Overall(IReadOnlyList<PointComparison> points)
    {
        bool Any(PointVerdict verdict) => points.Any(point => point.Verdict == verdict);
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
