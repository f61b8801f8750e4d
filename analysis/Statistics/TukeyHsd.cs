namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Compares all pairs of means under one variance: Tukey's honestly significant difference ("The problem of multiple
/// comparisons", 1953), for groups of unequal size in Kramer's form (Biometrics 12, 1956), which then keeps at least its level
/// (Hayter, Annals of Statistics 12, 1984). <c>AcrossPoints</c> stores it beside <see cref="GamesHowell"/>, which needs no equal
/// variances. A test compares it with R.
/// </summary>
public static class TukeyHsd
{
    /// <returns>
    /// Pairs whose intervals hold together at the level <paramref name="confidence"/>. Empty where <see cref="OneWayAnova"/>
    /// gives no analysis.
    /// </returns>
    public static IReadOnlyList<PairwiseDifference> Of(IReadOnlyList<IReadOnlyList<double>> groups, double confidence)
    {
        if (OneWayAnova.Of(groups) is not { Within: var within })
        {
            return [];
        }

        SampleStatistics[] samples = [.. SampleGroups.Centred(groups).Select(SampleStatistics.Of)];
        double critical = StudentizedRange.UpperQuantile(1 - confidence, samples.Length, within.DegreesOfFreedom);
        return
        [
            .. PairwiseDifference.Pairs(samples.Length).Select(pair =>
            {
                var (first, second) = (samples[pair.First], samples[pair.Second]);
                double error = Math.Sqrt(within.MeanSquare * ((1.0 / first.N) + (1.0 / second.N)));
                return PairwiseDifference.Of(
                    pair, second.Mean - first.Mean, error, samples.Length, within.DegreesOfFreedom, critical);
            }),
        ];
    }
}
