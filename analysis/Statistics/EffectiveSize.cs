namespace DbIngest.Analysis.Statistics;

/// <summary>
/// How many independent values a series is worth of which each depends on the one before (autoregression of order 1): n / (1 + 2 sum of
/// (1 - k / n) r^k), k = 1 to n - 1 (Bayley, Hammersley, "The effective number of independent observations in an autocorrelated time
/// series", Supplement to JRSS 8, 1946).
/// </summary>
public static class EffectiveSize
{
    /// <summary>
    /// The autocorrelation of a short series comes out too low by (1 + 4 r) / n (Marriott, Pope, "Bias in the estimation of autocorrelations",
    /// Biometrika 41, 1954). That is corrected with 5 for their 4, since an error of the correction widens an interval less than it narrows one,
    /// but by a factor of 2 at most: more would be noise. Both, and the least estimate that counts, are where simulation keeps equal
    /// distributions apart in 3 to 7 % of comparisons of 10 independent trials a side, and in less than 8 % at r = 0.5 (docs/explanation/statistics.md).
    /// </summary>
    private const double BiasSlope = 5;

    /// <summary>A smaller estimate is taken for none: that of twenty independent trials is above in a third of cases.</summary>
    private const double Least = 0.25;

    /// <summary>The fewest values that tell something.</summary>
    private const int Fewest = 4;

    /// <summary>The largest autocorrelation that is told from a drift.</summary>
    private const double Most = 0.95;

    /// <summary>
    /// The most that one series alone is corrected for. Ten values cannot tell 0.7 from 0.95, and more would widen the intervals of independent values
    /// without covering more of dependent ones (docs/explanation/statistics.md has the coverage).
    /// </summary>
    private const double MostAlone = 0.7;

    /// <summary>The number of independent values that the mean of a series is worth.</summary>
    /// <param name="n">The values of the series, at least 1.</param>
    /// <param name="autocorrelation">Its lag-1 autocorrelation, 0 or more and below 1.</param>
    /// <returns>From 1 to <paramref name="n"/>.</returns>
    public static double Of(int n, double autocorrelation)
    {
        double sum = 1;
        double power = autocorrelation;
        for (int lag = 1; lag < n && power != 0; lag++)
        {
            sum += 2 * (1 - ((double)lag / n)) * power;
            power *= autocorrelation;
        }

        return n / sum;
    }

    /// <summary>
    /// By how much the squared error of a mean is larger than sd^2 / n: because fewer values count, and because dependent values spread
    /// too little around their own mean, E(sd^2) = variance x (n / (n - 1)) (1 - 1 / effective size).
    /// </summary>
    /// <param name="n">The values of the series, at least 2.</param>
    /// <param name="autocorrelation">Its lag-1 autocorrelation, 0 or more and below 1.</param>
    /// <returns>1 or more.</returns>
    public static double VarianceFactor(int n, double autocorrelation)
    {
        double effective = Of(n, autocorrelation);
        return (n - 1) / (effective - 1);
    }

    /// <summary>By how much the interval of the mean of one series must be wider than that of as many independent values.</summary>
    /// <param name="series">The values in the order of time.</param>
    /// <returns>1 or more; 1 for fewer than four values, and where no dependence is found.</returns>
    public static double Widening(IReadOnlyList<double> series) => series.Count < Fewest
        ? 1
        : Math.Sqrt(VarianceFactor(series.Count, Math.Min(MostAlone, Autocorrelation([series]))));

    /// <summary>
    /// One lag-1 autocorrelation of several short series that ran under the same conditions: each is corrected for its bias, and their
    /// mean is weighted by how little the corrected ones vary. Ten values alone tell it to +-0.6 only; every series more helps.
    /// </summary>
    /// <param name="series">The series, each in the order of time; those of fewer than four values tell nothing.</param>
    /// <returns>The estimate: 0 or from 0.25 to 0.95.</returns>
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
