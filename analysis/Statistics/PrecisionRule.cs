namespace DbIngest.Analysis.Statistics;

/// <summary>
/// When trials are enough: a sequential procedure of relative width (Chow, Robbins, "On the asymptotic theory of fixed-width sequential confidence
/// intervals for the mean", Ann. Math. Stat. 36, 1965; with Student's t instead of the normal quantile: Starr, ibid. 37, 1966; relative to the mean:
/// Nadas, ibid. 40, 1969; Law, Kelton, Koenig, Comm. Stat. B10, 1981). After each trial the interval of all so far is computed, and its width is
/// the one that is reported in the end.
/// </summary>
/// <remarks>
/// Stopping at a narrow interval favours samples that happen to vary little, so the interval covers the truth a little less often than its level says. The
/// first look is therefore at ten trials; docs/explanation/statistics.md has the coverage that simulation finds.
/// </remarks>
public static class PrecisionRule
{
    /// <summary>Repetitions, of trials or where there are several deployments of those, at which is looked for the first time.</summary>
    public const int Fewest = 10;

    /// <summary>Half the width of the interval of the throughput, as a share of it.</summary>
    /// <param name="times">The times that are repetitions of each other, in the order in which they ran.</param>
    /// <param name="confidence">The level of the interval.</param>
    /// <returns>0.02 for plus or minus 2 %; null when there is no bounded interval.</returns>
    public static double? HalfWidthShare(IReadOnlyList<double> times, double confidence)
    {
        if (times.Count < 2)
        {
            return null;
        }

        // As a share, it is the same for any number of records.
        return Throughput.IntervalOf(1, times, confidence)?.HalfWidthShareOf(1 / SampleStatistics.Of(times).Mean);
    }

    /// <summary>Whether there are enough.</summary>
    /// <param name="times">The times that are repetitions of each other, in the order in which they ran.</param>
    /// <param name="precision">The half width asked for, as a share of the throughput.</param>
    /// <param name="confidence">The level of the interval.</param>
    /// <returns>Whether no further one is needed.</returns>
    public static bool IsReached(IReadOnlyList<double> times, double precision, double confidence) =>
        times.Count >= Fewest && HalfWidthShare(times, confidence) <= precision;
}
