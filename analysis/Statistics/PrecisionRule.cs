namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Decides when a point has enough trials: a sequential procedure of relative width (Chow, Robbins, "On the asymptotic theory of
/// fixed-width sequential confidence intervals for the mean", Ann. Math. Stat. 36, 1965; with Student's t instead of the normal
/// quantile: Starr, ibid. 37, 1966; relative to the mean: Nadas, ibid. 40, 1969; Law, Kelton, Koenig, Comm. Stat. B10, 1981).
/// <c>PrecisionFigures</c> calls it: a sweep with <c>--precision</c> asks after each round of trials, and the report shows the
/// interval that stopped it.
/// </summary>
/// <remarks>
/// Stopping at a narrow interval favours samples that happen to vary little, so the interval covers the truth slightly less often
/// than its level says. The first check is therefore at ten trials, and docs/explanation/statistics.md has the coverage that
/// simulation finds.
/// </remarks>
public static class PrecisionRule
{
    /// <summary>
    /// The first check is at this number of repetitions: trials, or deployments where there are several.
    /// <c>SweepRequestReader</c> refuses a <c>--max-trials</c> that allows fewer.
    /// </summary>
    public const int Fewest = 10;

    /// <summary>Half the width of the interval of the throughput, as a share of it.</summary>
    /// <param name="times">Times of the repetitions, in seconds, in the order in which they ran.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>0.02 for plus or minus 2 %; null when there is no bounded interval.</returns>
    public static double? HalfWidthShare(IReadOnlyList<double> times, double confidence)
    {
        if (times.Count < 2)
        {
            return null;
        }

        // The share does not depend on the number of records.
        return Throughput.IntervalOf(1, times, confidence)?.HalfWidthShareOf(1 / SampleStatistics.Of(times).Mean);
    }

    /// <summary>True when no further trial is needed.</summary>
    /// <param name="times">Times of the repetitions, in seconds, in the order in which they ran.</param>
    /// <param name="precision">Requested half-width as a share of the throughput.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    public static bool IsReached(IReadOnlyList<double> times, double precision, double confidence) =>
        times.Count >= Fewest && HalfWidthShare(times, confidence) <= precision;
}
