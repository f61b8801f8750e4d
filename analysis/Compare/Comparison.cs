using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Sweeps;

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

    /// <summary>The name of A.</summary>
    public required string A { get; init; }

    /// <summary>The name of B.</summary>
    public required string B { get; init; }

    /// <summary>
    /// The practical threshold as a share: 0.05 makes ratios of 0.95 to 1 / 0.95 equivalent.
    /// </summary>
    public required double Threshold { get; init; }

    /// <summary>The confidence level of the intervals; 1 less it is the level of the tests.</summary>
    public required double Confidence { get; init; }

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
    /// Whether any common point is slower by more than the threshold, or has figures in A but none in B: a reason for a
    /// build to fail.
    /// </summary>
    public required bool IsRegression { get; init; }

    /// <summary>Compares two results.</summary>
    /// <param name="a">The reference.</param>
    /// <param name="b">What is judged.</param>
    /// <param name="threshold">The practical threshold as a share, above 0 and below 1.</param>
    /// <returns>The comparison, at the larger of the two confidence levels.</returns>
    public static Comparison Of(SweepSummary a, SweepSummary b, double threshold)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(threshold, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(threshold, 1);
        double confidence = Math.Max(a.Confidence, b.Confidence);
        var matching = PointMatching.Of(a.Points, b.Points);
        var points = PointComparisons.Of(matching.Common, threshold, confidence);
        double[] logs = [.. points.Select(point => point.Ratio).OfType<double>().Select(ratio => Math.Log(ratio))];
        return new Comparison
        {
            A = a.Name,
            B = b.Name,
            Threshold = threshold,
            Confidence = confidence,
            Differences = ResultDifferences.Of(a, b),
            Points = points,
            OnlyA = matching.OnlyA,
            OnlyB = matching.OnlyB,
            GeometricMeanRatio = logs.Length == 0 ? null : Math.Exp(SampleStatistics.Of(logs).Mean),
            Verdict = Overall(points),
            IsRegression = points.Any(point => point.IsRegression),
        };
    }

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
