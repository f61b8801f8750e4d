using MathNet.Numerics.RootFinding;
using Distribution = MathNet.Numerics.Distributions.StudentT;

namespace DbIngest.Analysis.Statistics;

/// <summary>Student's t distribution and the interval of a mean (Student, "The probable error of a mean", Biometrika 6, 1908).</summary>
public static class StudentT
{
    /// <summary>The critical value of a two-sided interval.</summary>
    /// <param name="confidence">The confidence level, between 0 and 1 and neither.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom, above 0; fractions allowed (Welch-Satterthwaite).</param>
    /// <returns>The t with probability <paramref name="confidence"/> between -t and t: 2.262157 for 0.95 and 9.</returns>
    public static double TwoSided(double confidence, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(confidence, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(confidence, 1);
        return UpperQuantile((1 - confidence) / 2, degreesOfFreedom);
    }

    /// <summary>The probability of a t at least as far from 0.</summary>
    /// <param name="t">The statistic.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom, above 0.</param>
    /// <returns>The two-sided p-value.</returns>
    public static double TwoSidedP(double t, double degreesOfFreedom) =>
        2 * Distribution.CDF(0, 1, degreesOfFreedom, -Math.Abs(t));

    /// <summary>The probability of a larger t.</summary>
    /// <param name="t">The statistic.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom, above 0.</param>
    /// <returns>The upper-tail p-value.</returns>
    public static double UpperP(double t, double degreesOfFreedom) => Distribution.CDF(0, 1, degreesOfFreedom, -t);

    /// <summary>The t that is exceeded with a probability, below 0.5.</summary>
    internal static double UpperQuantile(double tail, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(degreesOfFreedom, 0);

        // The library's own inverse searches -800 to 800 only, too little for one degree of freedom: search as far as needed,
        // on the small tail probability, which keeps its digits where 1 - tail would not. Its logarithm makes the error one of proportion.
        double Excess(double t) => Math.Log(UpperP(t, degreesOfFreedom) / tail);
        double high = 2;
        while (Excess(high) > 0)
        {
            high *= 2;
        }

        return Brent.FindRoot(Excess, 0, high, 1e-14, 1000);
    }

    /// <summary>The interval of a mean: mean plus or minus t sd / sqrt(n).</summary>
    /// <param name="statistics">The sample.</param>
    /// <param name="confidence">The confidence level, 0.95 for instance.</param>
    /// <param name="widening">By how much the interval is wider because values depend on each other (<see cref="EffectiveSize.Widening"/>).</param>
    /// <returns>The interval, or null when n is below 2.</returns>
    public static Interval? OfMean(SampleStatistics statistics, double confidence, double widening = 1)
    {
        if (statistics.Sd is not { } sd)
        {
            return null;
        }

        double half = widening * TwoSided(confidence, statistics.N - 1) * sd / Math.Sqrt(statistics.N);
        return new Interval(statistics.Mean - half, statistics.Mean + half);
    }
}
