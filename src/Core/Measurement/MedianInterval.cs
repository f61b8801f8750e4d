namespace DbIngest.Core.Measurement;

/// <summary>
/// The median of values with its 95 % confidence interval, whose bounds are two of the values. It assumes no distribution: the
/// number of values below the true median is binomial with p = 1/2 (Conover, Practical Nonparametric Statistics, 1999, section
/// 3.2). <see cref="Sweeps.Calibrator"/> repeats its runs until the interval is narrow, and stores its half-width with the
/// ceiling. Immutable.
/// </summary>
/// <param name="Median">The median.</param>
/// <param name="Low">The lower bound, one of the values.</param>
/// <param name="High">The upper bound, one of the values.</param>
public sealed record MedianInterval(double Median, double Low, double High)
{
    private const double Tail = 0.025;

    /// <summary>Half-width of the interval as a share of the median.</summary>
    public double HalfWidthShare => (High - Low) / 2 / Median;

    /// <summary>Computes the interval.</summary>
    /// <param name="values">The values in any order.</param>
    /// <returns>The interval. Null for fewer than 6 values, which have none at 95 %.</returns>
    public static MedianInterval? Of(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values.Order()];
        int n = sorted.Length;

        // The number of values outside at either end: the largest rank whose lower tail is at most 2.5 %.
        int outside = 0;
        double term = Math.Pow(0.5, n);
        for (double tail = term; tail <= Tail; tail += term)
        {
            outside++;
            term *= (double)(n - outside + 1) / outside;
        }

        return outside == 0
            ? null
            : new MedianInterval((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[outside - 1], sorted[n - outside]);
    }
}
