namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Two tests of equal means that need no equal variances: Welch's ("On the comparison of several mean values: an alternative
/// approach", Biometrika 38, 1951; R's <c>oneway.test</c>), and F* (Brown, Forsythe, "The small sample behavior of some
/// statistics which test the equality of several means", Technometrics 16, 1974), which is not their test of variances, <see
/// cref="BrownForsythe"/>. The analysis over mixes shows both beside <see cref="OneWayAnova"/>.
/// </summary>
/// <param name="F">The statistic.</param>
/// <param name="NumeratorDegreesOfFreedom">Groups - 1.</param>
/// <param name="DenominatorDegreesOfFreedom">Approximated from the variances of the groups, above 0.</param>
/// <param name="P">The probability of an F at least as large if all means were equal.</param>
/// <remarks>
/// <c>AcrossMixes</c> runs both, and <c>MixFindings</c> runs Welch's alone. Tests compare them with R. <c>summary.json</c>
/// contains the members, so none may be renamed.
/// </remarks>
public sealed record WelchAnova(double F, int NumeratorDegreesOfFreedom, double DenominatorDegreesOfFreedom, double P)
{
    /// <summary>Welch's test, which weighs each mean by the inverse of its squared error.</summary>
    /// <returns>Null for fewer than two groups, a group of one value, or a group that does not vary.</returns>
    public static WelchAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (Varying(groups) is not { } samples)
        {
            return null;
        }

        int k = samples.Length;
        double[] weights = [.. samples.Select(sample => sample.N / Variance(sample))];
        double sum = CompensatedSum.Of(weights);
        double mean = CompensatedSum.Of(weights.Zip(samples, (weight, sample) => weight * sample.Mean)) / sum;
        double between = CompensatedSum.Of(
            weights.Zip(samples, (weight, sample) => weight * (sample.Mean - mean) * (sample.Mean - mean))) / (k - 1);
        double lambda = CompensatedSum.Of(
            weights.Zip(samples, (weight, sample) => (1 - (weight / sum)) * (1 - (weight / sum)) / (sample.N - 1)));
        double spread = lambda / ((k * k) - 1.0);
        return Of(between / (1 + (2 * (k - 2) * spread)), k - 1, 1 / (3 * spread));
    }

    /// <summary>F*: the sum of squares between the groups / its expected value when all means are equal.</summary>
    /// <returns>Null where <see cref="Of(IReadOnlyList{IReadOnlyList{double}})"/> gives null.</returns>
    public static WelchAnova? OfBrownForsythe(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (Varying(groups) is not { } samples)
        {
            return null;
        }

        double n = samples.Sum(sample => sample.N);
        double mean = CompensatedSum.Of(samples.Select(sample => sample.N * sample.Mean)) / n;
        double between = CompensatedSum.Of(samples.Select(sample => sample.N * (sample.Mean - mean) * (sample.Mean - mean)));
        double[] expected = [.. samples.Select(sample => (1 - (sample.N / n)) * Variance(sample))];
        double sum = CompensatedSum.Of(expected);
        double inverse = CompensatedSum.Of(expected.Zip(samples, (own, sample) => own / sum * (own / sum) / (sample.N - 1)));
        return Of(between / sum, samples.Length - 1, 1 / inverse);
    }

    private static WelchAnova Of(double f, int numerator, double denominator) =>
        new(f, numerator, denominator, UpperTails.F(f, numerator, denominator));

    private static SampleStatistics[]? Varying(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (!SampleGroups.Have(groups, 2))
        {
            return null;
        }

        SampleStatistics[] samples = [.. SampleGroups.Centred(groups).Select(SampleStatistics.Of)];
        return samples.Any(sample => sample.Sd == 0) ? null : samples;
    }

    private static double Variance(SampleStatistics sample) => sample.Sd!.Value * sample.Sd.Value;
}
