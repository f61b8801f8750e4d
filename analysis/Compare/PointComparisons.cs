using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Judges the common points of two sides: ratio, tests, verdict, further trials. <see cref="Comparison"/> and
/// <see cref="History"/> create one and judge all points in one call, because Holm's correction needs the whole family. A point
/// that is equivalent is never called faster or slower, even if its difference is significant. Failed audits change no verdict
/// here.
/// </summary>
/// <param name="threshold">Practical threshold as a share.</param>
/// <param name="confidence">Level, between 0 and 1.</param>
/// <param name="gate">When a slower point is a regression.</param>
/// <param name="autocorrelation">Dependence of each trial on the one before, from 0 to below 1.</param>
/// <param name="isPaired">True when trials of the same number ran as a pair.</param>
internal sealed class PointComparisons(double threshold, double confidence, RegressionGate gate, double autocorrelation,
    bool isPaired = false)
{
    /// <summary>Reservation on a difference or an equivalence of two single runs.</summary>
    public const string OneRun = "one run a side";

    /// <summary>Judges the points.</summary>
    /// <param name="common">Every common point; a point judged in another call would miss its correction.</param>
    /// <returns>One judgement per point, in the same order.</returns>
    public IReadOnlyList<PointComparison> Of(IReadOnlyList<(PointSide A, PointSide B)> common)
    {
        var ratios = common
            .Select(pair => isPaired ? PairedRatio.Of(pair.A, pair.B)
            : (IRatio?)ThroughputRatio.Of(pair.A, pair.B, autocorrelation)).ToList();

        // Every common point is one more chance for a false difference: Holm corrects them as one family.
        var tested = ratios.OfType<IRatio>().Where(ratio => ratio.HasVariance).ToList();
        var differences = Holm.Adjust([.. tested.Select(ratio => ratio.DifferenceP)]);
        var losses = Holm.Adjust([.. tested.Select(ratio => ratio.SmallerP(1 - threshold))]);
        return
        [
            .. common.Zip(ratios, (pair, ratio) => ratio is null
                ? Missing(pair.A, pair.B)
                : tested.IndexOf(ratio) is >= 0 and var i
                    ? Judge(pair.A, pair.B, ratio, differences[i], losses[i], tested.Count)
                    : Judge(pair.A, pair.B, ratio, differenceP: null, lossP: null, family: 1)),
        ];
    }

    private PointComparison Missing(PointSide a, PointSide b)
    {
        var found = Frame(a, b, PointVerdict.Missing);
        return found with { IsRegression = found.IsRegression || (!a.IsMissing && b.IsMissing) };
    }

    private PointComparison Judge(PointSide a, PointSide b, IRatio ratio, double? differenceP, double? lossP, int family)
    {
        double level = 1 - confidence;
        double? equivalenceP = ratio.HasVariance ? ratio.EquivalenceP(1 - threshold, 1 / (1 - threshold)) : null;
        var interval = ratio.IntervalAt(confidence);

        // One-sided, five pairs can show an equivalence without any interval at the same level.
        var verdict = equivalenceP <= level && (interval is not null || !isPaired)
            ? PointVerdict.Equivalent
            : differenceP <= level
                ? ratio.Value > 1 ? PointVerdict.Faster : PointVerdict.Slower
                : PointVerdict.NotEnoughData;
        bool severalRuns = Math.Max(a.Usable.Count, b.Usable.Count) > 1;
        bool isOfBlocks = !severalRuns && (a.HasBlocks || b.HasBlocks);
        int? more = verdict == PointVerdict.NotEnoughData ? More(a, b, ratio, severalRuns, family) : null;
        var frame = Frame(a, b, verdict);
        return frame with
        {
            Pairs = ratio is PairedRatio paired ? paired.Pairs : 0,
            Ratio = ratio.Value,
            RatioInterval = interval,
            ByRanks = isPaired ? null : RankRatio.Of(a, b, confidence),
            DifferenceP = differenceP,
            EquivalenceP = equivalenceP,
            RegressionP = lossP,
            MoreTrials = severalRuns || isOfBlocks ? null : more,
            IsOfBlocks = isOfBlocks,
            MoreBlocks = isOfBlocks ? more : null,
            MoreRuns = severalRuns ? more : null,
            IsRegression = frame.IsRegression || gate switch
            {
                RegressionGate.Estimate => verdict == PointVerdict.Slower && ratio.Value < 1 - threshold,
                _ => lossP <= level,
            },
        };
    }

    private int? More(PointSide a, PointSide b, IRatio found, bool severalRuns, int family)
    {
        double level = 1 - confidence;
        double ratio = found.Value;
        if (found is PairedRatio pairs)
        {
            return FurtherTrialsEstimate.OfPairs((pairs.Pairs, pairs.Variation), ratio, threshold, level, family);
        }

        if (!severalRuns)
        {
            // However many trials are added, the one without a record stays.
            return !a.TimesVary || !b.TimesVary ? null
                : FurtherTrialsEstimate.For((a.Repeated.N, a.Repeated.Cv), (b.Repeated.N, b.Repeated.Cv), autocorrelation, ratio,
                    threshold, level, family);
        }

        // A single run is assumed to vary as the runs of the other side do.
        var (variationA, variationB) = ((a.Usable.Count > 1 ? a : b).Repeated.Cv, (b.Usable.Count > 1 ? b : a).Repeated.Cv);
        return FurtherTrialsEstimate.For((a.Usable.Count, variationA), (b.Usable.Count, variationB), autocorrelation: 0, ratio,
            threshold, level, family);
    }

    /// <summary>
    /// Fills in the figures of the sides. The ratio of pairs cannot contain a stall, which is a regression by itself.
    /// </summary>
    private PointComparison Frame(PointSide a, PointSide b, PointVerdict verdict)
    {
        var stalled = isPaired ? PairedRatio.Stalled(a, b) : default;
        return new()
        {
            A = a.Point,
            B = b.Point,
            ARecordsPerS = a.Point.Mix is null ? a.RecordsPerS : null,
            BRecordsPerS = b.Point.Mix is null ? b.RecordsPerS : null,
            AOperationsPerS = a.Point.Mix is null ? null : a.RecordsPerS,
            BOperationsPerS = b.Point.Mix is null ? null : b.RecordsPerS,
            ATrials = a.Trials,
            BTrials = b.Trials,
            ARuns = a.Usable.Count,
            BRuns = b.Usable.Count,
            AFailedAudit = a.FailedAudit,
            BFailedAudit = b.FailedAudit,
            Verdict = verdict,
            StalledPairs = stalled.All,
            IsStalled = stalled.B > stalled.A,
            IsRegression = stalled.B > stalled.A,
            Reservations =
            [
                .. isPaired ? [] : Labels("A", a),
                .. isPaired ? [] : Labels("B", b),
                .. !isPaired && (verdict is PointVerdict.Faster or PointVerdict.Slower or PointVerdict.Equivalent)
                    && a.Usable.Count == 1 && b.Usable.Count == 1 ? [OneRun] : Array.Empty<string>(),
                .. Stalls("A", stalled.A),
                .. Stalls("B", stalled.B),
            ],
        };
    }

    private static IEnumerable<string> Stalls(string side, int pairs) =>
        pairs == 0 ? [] : [$"{side} counted no record in {NumberText.Count(pairs, "pair")}"];

    private static IEnumerable<string> Labels(string side, PointSide point) => point.Runs.SelectMany(run => run.Rules)
        .Where(rule => rule is { Rule: 6 or 9, State: RuleState.Broken })
        .Select(rule => $"{side} {rule.Label}")
        .Distinct();
}
