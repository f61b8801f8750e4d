namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The test of equal variances of normal samples (Bartlett, "Properties of sufficiency and statistical tests", Proc. Royal Society
/// A 160, 1937). It finds unequal variances in data that are not normal, too: see <see cref="BrownForsythe"/>.
/// </summary>
/// <param name="KSquared">The statistic.</param>
/// <param name="DegreesOfFreedom">Groups - 1.</param>
/// <param name="P">The p-value of the chi-squared approximation.</param>
public sealed record Bartlett(double KSquared, int DegreesOfFreedom, double P)
{
    /// <summary>Tests whether groups have one variance.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <returns>The test, or null for fewer than two groups, or one that does not vary.</returns>
    public static Bartlett? Of(IReadOnlyList<IReadOnlyList<double>> groups)
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
        double degrees = samples.Sum(sample => sample.N - 1);
        double pooled = CompensatedSum.Of(samples.Select(Samples.Squares)) / degrees;

        // A sum of logarithms of quotients: the difference of two sums of logarithms would cancel.
        double logs = CompensatedSum.Of(
            samples.Select(sample => -(sample.N - 1) * Math.Log(sample.Sd!.Value * sample.Sd.Value / pooled)));
        double correction = 1 + ((samples.Sum(sample => 1.0 / (sample.N - 1)) - (1 / degrees)) / (3 * (k - 1)));
        double statistic = Math.Max(0, logs / correction);
        return new Bartlett(statistic, k - 1, Tails.ChiSquared(statistic, k - 1));
    }
}
