namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Compares all pairs of means with unequal variances and sizes (Games, Howell, "Pairwise multiple comparison procedures with
/// unequal N's and/or variances", J. Educational Statistics 1, 1976): Welch's standard error and degrees of freedom for each
/// pair, against the studentized range of all groups. <c>AcrossPoints</c> compares databases by it, <c>Claim</c> the series of a
/// report, and <c>MixFindings</c> the mixes of study 2. A test compares it with R.
/// </summary>
public static class GamesHowell
{
    /// <returns>
    /// Pairs whose intervals hold together at the level <paramref name="confidence"/>. Empty for fewer than two groups, for a
    /// group of one value, and when a group does not vary.
    /// </returns>
    public static IReadOnlyList<PairwiseDifference> Of(IReadOnlyList<IReadOnlyList<double>> groups, double confidence)
    {
        if (!SampleGroups.Have(groups, 2))
        {
            return [];
        }

        SampleStatistics[] samples = [.. SampleGroups.Centred(groups).Select(SampleStatistics.Of)];
        if (samples.Any(sample => sample.Sd == 0))
        {
            return [];
        }

        return
        [
            .. PairwiseDifference.Pairs(samples.Length).Select(pair =>
            {
                var (first, second) = (samples[pair.First], samples[pair.Second]);
                double errorFirst = first.Sd!.Value * first.Sd.Value / first.N;
                double errorSecond = second.Sd!.Value * second.Sd.Value / second.N;
                double degrees = StudentT.SatterthwaiteDf(errorFirst, first.N - 1, errorSecond, second.N - 1);
                double critical = StudentizedRange.UpperQuantile(1 - confidence, samples.Length, degrees);
                return PairwiseDifference.Of(
                    pair, second.Mean - first.Mean, Math.Sqrt(errorFirst + errorSecond), samples.Length, degrees, critical);
            }),
        ];
    }
}
