using DbIngest.Analysis.Rules;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>Judges the common points of two results.</summary>
internal static class PointComparisons
{
    public static IReadOnlyList<PointComparison> Of(
        IReadOnlyList<(PointSummary A, PointSummary B)> common, double threshold, double confidence)
    {
        var ratios = common.Select(pair => ThroughputRatio.Of(pair.A, pair.B)).ToList();

        // Every common point is one more chance to find a difference where there is none: one family.
        var tested = ratios.OfType<ThroughputRatio>().Where(ratio => ratio.HasVariance).ToList();
        var corrected = Holm.Adjust([.. tested.Select(ratio => ratio.DifferenceP)]);
        return
        [
            .. common.Zip(ratios, (pair, ratio) => ratio is null
                ? Missing(pair.A, pair.B)
                : Judge(
                    pair.A,
                    pair.B,
                    ratio,
                    ratio.HasVariance ? corrected[tested.IndexOf(ratio)] : null,
                    tested.Count,
                    threshold,
                    confidence)),
        ];
    }

    private static PointComparison Judge(
        PointSummary a, PointSummary b, ThroughputRatio ratio, double? differenceP, int family, double threshold, double confidence)
    {
        double level = 1 - confidence;
        double? equivalenceP = ratio.HasVariance ? ratio.EquivalenceP(1 - threshold, 1 / (1 - threshold)) : null;
        var verdict = equivalenceP <= level
            ? PointVerdict.Equivalent
            : differenceP <= level
                ? ratio.Value > 1 ? PointVerdict.Faster : PointVerdict.Slower
                : PointVerdict.NotEnoughData;
        return Frame(a, b, verdict) with
        {
            Ratio = ratio.Value,
            RatioInterval = ratio.IntervalAt(confidence),
            DifferenceP = differenceP,
            EquivalenceP = equivalenceP,
            MoreTrials = verdict == PointVerdict.NotEnoughData
                ? MoreTrials.For(a.ElapsedS!, b.ElapsedS!, ratio.Value, threshold, level, Math.Max(1, family))
                : null,
            IsRegression = verdict == PointVerdict.Slower && ratio.Value < 1 - threshold,
        };
    }

    private static PointComparison Missing(PointSummary a, PointSummary b) =>
        Frame(a, b, PointVerdict.Missing) with { IsRegression = !a.IsMissing && b.IsMissing };

    private static PointComparison Frame(PointSummary a, PointSummary b, PointVerdict verdict) => new()
    {
        A = a.Point,
        B = b.Point,
        ARecordsPerS = a.Throughput?.RecordsPerS,
        BRecordsPerS = b.Throughput?.RecordsPerS,
        ATrials = a.Trials.Measured,
        BTrials = b.Trials.Measured,
        Verdict = verdict,
        Reservations = [.. Reservations("A", a), .. Reservations("B", b)],
    };

    private static IEnumerable<string> Reservations(string side, PointSummary point) => point.Rules
        .Where(rule => rule is { Rule: 6 or 9, State: RuleState.Broken })
        .Select(rule => $"{side} {rule.Label}");
}
