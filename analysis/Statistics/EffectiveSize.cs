namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Computes the number of independent values that a series is worth when each value depends on the one before (autoregression of
/// order 1): n / (1 + 2 sum of (1 - k / n) r^k), k = 1 to n - 1 (Bayley, Hammersley, "The effective number of independent
/// observations in an autocorrelated time series", Supplement to JRSS 8, 1946). <see cref="Throughput"/> and comparisons widen
/// their intervals by it, and <see cref="DependentSlope"/> counts its values by it.
/// </summary>
public static class EffectiveSize
{
    /// <summary>
    /// Corrects the bias of the autocorrelation of a short series, which is too low by (1 + 4 r) / n (Marriott, Pope, "Bias in
    /// the estimation of autocorrelations", Biometrika 41, 1954). The factor is 5 instead of their 4, because an error of the
    /// correction widens an interval less than it narrows one, and the correction is limited to a factor of 2. With both, and
    /// with the smallest estimate that counts, simulation finds a false difference in 3 to 7 % of comparisons of 10 independent
    /// trials per side, and in less than 8 % at r = 0.5 (docs/explanation/statistics.md).
    /// </summary>
    private const double BiasSlope = 5;

    /// <summary>
    /// Smaller estimates count as 0: one third of all series of twenty independent trials give a larger estimate.
    /// </summary>
    private const double Least = 0.25;

    /// <summary>Shorter series give no estimate.</summary>
    private const int Fewest = 4;

    /// <summary>Larger estimates count as this value: a drift looks the same.</summary>
    private const double Most = 0.95;

    /// <summary>
    /// The largest estimate from one series alone. Ten values cannot distinguish 0.7 from 0.95, and a larger correction would
    /// widen the intervals of independent values without covering more of dependent ones (docs/explanation/statistics.md has the
    /// coverage).
    /// </summary>
    private const double MostAlone = 0.7;

    /// <summary>
    /// A smaller power of the autocorrelation changes no sum of at least 1: twice it is below half of a rounding step there.
    /// </summary>
    private const double Negligible = 1e-17;

    /// <summary>The number of independent values that the mean of a series is worth.</summary>
    /// <param name="n">Length of the series, at least 1.</param>
    /// <param name="autocorrelation">Lag-1, from 0 to below 1.</param>
    /// <returns>1 to <paramref name="n"/>.</returns>
    public static double Of(int n, double autocorrelation)
    {
        double sum = 1;
        double power = autocorrelation;
        for (int lag = 1; lag < n && power > Negligible; lag++)
        {
            sum += 2 * (1 - ((double)lag / n)) * power;
            power *= autocorrelation;
        }

        return n / sum;
    }

    /// <summary>
    /// The squared error of a mean / (sd^2 / n). It exceeds 1 because fewer values count, and because dependent values spread too
    /// little around their own mean: E(sd^2) = variance x (n / (n - 1)) (1 - 1 / effective size).
    /// </summary>
    /// <param name="n">Length of the series, at least 2.</param>
    /// <param name="autocorrelation">Lag-1, from 0 to below 1.</param>
    /// <returns>1 or more.</returns>
    public static double VarianceFactor(int n, double autocorrelation)
    {
        double effective = Of(n, autocorrelation);
        return (n - 1) / (effective - 1);
    }

    /// <summary>The width of the interval of the mean of one series / the width for as many independent values.</summary>
    /// <param name="series">Values in the order of time.</param>
    /// <returns>1 or more; 1 for fewer than four values, and where no dependence is found.</returns>
    public static double Widening(IReadOnlyList<double> series) => series.Count < Fewest
        ? 1
        : Math.Sqrt(VarianceFactor(series.Count, Math.Min(MostAlone, Autocorrelation([series]))));

    /// <summary>
    /// One lag-1 autocorrelation of several short series measured under the same conditions. Each estimate is corrected for its
    /// bias; their mean is weighted by the inverse variance of the corrected estimates. Ten values alone give it to +-0.6 only,
    /// and every further series helps.
    /// </summary>
    /// <param name="series">Each in the order of time; series of fewer than four values do not count.</param>
    /// <returns>0, or 0.25 to 0.95.</returns>
    public static double Autocorrelation(IEnumerable<IReadOnlyList<double>> series)
    {
        double sum = 0;
        double weights = 0;
        foreach (var values in series.Where(values => values.Count >= Fewest))
        {
            if (Statistics.Autocorrelation.Coefficient(values) is { } found)
            {
                double n = values.Count;
                double factor = n / (n - Math.Min(BiasSlope, n / 2));
                double weight = n / (factor * factor);
                sum += weight * factor * (found + (1 / n));
                weights += weight;
            }
        }

        double estimate = weights == 0 ? 0 : sum / weights;
        return estimate < Least ? 0 : Math.Min(estimate, Most);
    }
}
