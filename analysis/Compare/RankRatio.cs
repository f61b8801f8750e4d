using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of a point by methods that assume no distribution, for sides whose trials are not normal or contain outliers: the
/// mean of a few trials with a heavy tail says little.
/// </summary>
/// <param name="Ratio">B / A by Hodges and Lehmann: exp of the median of all differences of ln throughput.</param>
/// <param name="P">P-value of Mann and Whitney's test of no difference, for this point alone.</param>
/// <param name="BootstrapInterval">Bootstrap interval (BCa) of the ratio of mean times; null below 5 trials per side.</param>
/// <param name="Interval">Interval of the ratio.</param>
/// <remarks>
/// <see cref="PointComparisons"/> adds it beside the ratio of means; the verdict never rests on it. JSON states the members, so
/// none may be renamed.
/// </remarks>
public sealed record RankRatio(double Ratio, Interval Interval, double P, Interval? BootstrapInterval)
{
    /// <summary>
    /// With more trials per side the mean is well known whatever the tail, and all differences would be too many to list.
    /// </summary>
    private const int MostTrials = 1000;

    /// <summary>
    /// Computes the ratio by ranks. Null unless both sides have a single run and one of them a heavy tail; also null for too few
    /// trials for ranks, for more than 1,000 trials per side, for several blocks on a side, because their trials depend on each
    /// other, and where a trial by duration has no record that counts.
    /// </summary>
    internal static RankRatio? Of(PointSide a, PointSide b, double confidence)
    {
        if (a.Usable.Count != 1 || b.Usable.Count != 1 || a.HasBlocks || b.HasBlocks || Math.Max(a.Trials, b.Trials) > MostTrials
            || !a.TimesVary || !b.TimesVary || !(IsHeavy(a) || IsHeavy(b)))
        {
            return null;
        }

        // The trials of a side count equal records, apart from retried ones, so differences of ln throughput are differences of
        // ln time with the other sign, shifted by the ratio of the sides' records.
        double[] timesA = [.. a.Series.Single()];
        double[] timesB = [.. b.Series.Single()];
        double factor = b.RecordsPerS!.Value / a.RecordsPerS!.Value / (a.MeanS / b.MeanS);
        double shift = Math.Log(factor);
        return MannWhitney.Of([.. timesA.Select(time => Math.Log(time))], [.. timesB.Select(time => Math.Log(time) - shift)],
            confidence) is not { } test || test.Interval.Exp() is not { } interval
            ? null
            : new RankRatio(
                Math.Exp(test.Shift),
                interval,
                test.P,
                Bootstrap.OfRatio(timesA, timesB, confidence)?.Times(factor));
    }

    private static bool IsHeavy(PointSide side) =>
        side.Usable[0] is { Normality.P: < RuleLimits.NormalityLevel } or { WithoutOutliers: not null };
}
