namespace DbIngest.Analysis.Statistics;

/// <summary>
/// One-way analysis of variance with unequal variances (Welch, "On the comparison of several mean values: an alternative approach",
/// Biometrika 38, 1951); R's <c>oneway.test</c>.
/// </summary>
/// <param name="F">The statistic.</param>
/// <param name="NumeratorDegreesOfFreedom">Groups - 1.</param>
/// <param name="DenominatorDegreesOfFreedom">Welch's approximation.</param>
/// <param name="P">The p-value.</param>
public sealed record WelchAnova(double F, int NumeratorDegreesOfFreedom, double DenominatorDegreesOfFreedom, double P)
{
    /// <summary>Tests whether groups have one mean.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <returns>The test, or null for fewer than two groups, or one that does not vary.</returns>
    public static WelchAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (!Samples.Have(groups, 2))
        {
            return null;
        }

        SampleStatistics[] samples = [.. Samples.Centred(groups).Select(SampleStatistics.Of)];
        if (samples.Any(sample => sample.Sd == 0))
        {
            return null;
        }

        int k = samples.Length;
        double[] weights = [.. samples.Select(sample => sample.N / (sample.Sd!.Value * sample.Sd.Value))];
        double sum = CompensatedSum.Of(weights);
        double mean = CompensatedSum.Of(weights.Zip(samples, (weight, sample) => weight * sample.Mean)) / sum;
        double between = CompensatedSum.Of(
            weights.Zip(samples, (weight, sample) => weight * (sample.Mean - mean) * (sample.Mean - mean))) / (k - 1);
        double lambda = CompensatedSum.Of(
            weights.Zip(samples, (weight, sample) => (1 - (weight / sum)) * (1 - (weight / sum)) / (sample.N - 1)));
        double spread = lambda / ((k * k) - 1.0);
        double f = between / (1 + (2 * (k - 2) * spread));
        double denominator = 1 / (3 * spread);
        return new WelchAnova(f, k - 1, denominator, Tails.F(f, k - 1, denominator));
    }
}
