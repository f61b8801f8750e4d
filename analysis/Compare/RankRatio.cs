using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of a point by methods that take no distribution for granted, where the trials of a side are not normal or lie far from the rest: the
/// mean of few trials with a heavy tail says little.
/// </summary>
/// <param name="Ratio">B / A by Hodges and Lehmann: exp of the median of all differences of ln throughput.</param>
/// <param name="Interval">Its interval.</param>
/// <param name="P">The p-value of Mann and Whitney's test of no difference, for this point alone.</param>
/// <param name="BootstrapInterval">The bootstrap interval (BCa) of the ratio of mean times; null below 5 trials a side.</param>
public sealed record RankRatio(double Ratio, Interval Interval, double P, Interval? BootstrapInterval)
{
    /// <summary>The level at which a distribution counts as not normal.</summary>
    private const double NormalityLevel = 0.05;

    /// <summary>Beyond, the mean is known well whatever the tail, and all differences of two sides would be too many.</summary>
    private const int MostTrials = 1000;

    /// <summary>Of two single runs of which one has a heavy tail; else null, as with trials too few for ranks or more than 1,000 a side.</summary>
    internal static RankRatio? Of(PointSide a, PointSide b, double confidence)
    {
        if (a.Usable.Count != 1 || b.Usable.Count != 1 || Math.Max(a.Trials, b.Trials) > MostTrials || !(IsHeavy(a) || IsHeavy(b)))
        {
            return null;
        }

        // Trials of a point have equal records: differences of ln throughput are those of ln time but for their sign, and retried records.
        double[] timesA = [.. a.Series.Single()];
        double[] timesB = [.. b.Series.Single()];
        double factor = b.RecordsPerS!.Value / a.RecordsPerS!.Value / (a.MeanS / b.MeanS);
        double shift = Math.Log(factor);
        return MannWhitney.Of([.. timesA.Select(time => Math.Log(time))], [.. timesB.Select(time => Math.Log(time) - shift)], confidence) is not { } test
            ? null
            : new RankRatio(
                Math.Exp(test.Shift),
                new Interval(Math.Exp(test.Interval.Low), Math.Exp(test.Interval.High)),
                test.P,
                Bootstrap.OfRatio(timesA, timesB, confidence) is { } times ? new Interval(times.Low * factor, times.High * factor) : null);
    }

    private static bool IsHeavy(PointSide side) =>
        side.Usable[0] is { Normality.P: < NormalityLevel } or { WithoutOutliers: not null };
}
