using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>What can be said of two points: the ratio of their throughputs with an interval that holds for all claims of a text together.</summary>
/// <param name="First">What is spoken of.</param>
/// <param name="Second">What it is compared with.</param>
/// <param name="FirstPoint">Its point.</param>
/// <param name="SecondPoint">The other's.</param>
/// <param name="Ratio">Throughput of the first / throughput of the second.</param>
/// <param name="Interval">Its interval; null when a side has fewer than 2 trials.</param>
internal sealed record Claim(
    PlotSeries First, PlotSeries Second, PointSummary FirstPoint, PointSummary SecondPoint, double Ratio, Interval? Interval)
{
    /// <summary>The range that counts as equivalent: 5 %.</summary>
    public const double Threshold = 0.05;

    /// <summary>Whether the first is faster, as far as the interval tells.</summary>
    public bool IsFaster => Interval is { Low: > 1 };

    /// <summary>Whether it is slower.</summary>
    public bool IsSlower => Interval is { High: < 1 };

    /// <summary>Whether they are alike within the threshold.</summary>
    public bool IsEquivalent => Interval is { } interval && interval.Low >= 1 - Threshold && interval.High <= 1 / (1 - Threshold);

    /// <summary>Whether figures of a point may be spoken of: there are some, and no trial of it failed its audit.</summary>
    public static bool Counts(PointSummary point) => !point.IsMissing && point.Audit.Verdict != AuditVerdict.Failed;

    /// <summary>Makes claims about pairs; Bonferroni's correction over their number makes the intervals hold together.</summary>
    public static IReadOnlyList<Claim> Of(
        IReadOnlyList<(PlotSeries First, PlotSeries Second, PointSummary FirstPoint, PointSummary SecondPoint)> pairs)
    {
        double confidence = pairs.Count == 0 ? 0.95 : pairs.Max(pair => Math.Max(
            pair.First.Result.Summary.Confidence, pair.Second.Result.Summary.Confidence));
        double each = 1 - ((1 - confidence) / Math.Max(1, pairs.Count));
        return
        [
            .. from pair in pairs
               let ratio = ThroughputRatio.Of(pair.SecondPoint, pair.FirstPoint)
               where ratio is not null
               select new Claim(pair.First, pair.Second, pair.FirstPoint, pair.SecondPoint, ratio.Value, ratio.IntervalAt(each)),
        ];
    }
}
