using MathNet.Numerics.RootFinding;
using Distribution = MathNet.Numerics.Distributions.StudentT;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Student's t distribution and its intervals (Student, "The probable error of a mean", Biometrika 6, 1908). Every t interval of
/// the analysis comes from here. A test compares it with R's <c>t.test</c>.
/// </summary>
public static class StudentT
{
    /// <summary>The critical value of a two-sided interval.</summary>
    /// <param name="confidence">Level, above 0 and below 1.</param>
    /// <param name="degreesOfFreedom">Above 0; fractions allowed (Welch-Satterthwaite).</param>
    /// <returns>The t with probability <paramref name="confidence"/> between -t and t: 2.262157 for 0.95 and 9.</returns>
    public static double TwoSided(double confidence, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(confidence, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(confidence, 1);
        return UpperQuantile((1 - confidence) / 2, degreesOfFreedom);
    }

    /// <summary>The probability of a larger t.</summary>
    /// <param name="degreesOfFreedom">Above 0; fractions allowed.</param>
    /// <param name="t">The statistic, of either sign.</param>
    public static double UpperP(double t, double degreesOfFreedom) => Distribution.CDF(0, 1, degreesOfFreedom, -t);

    /// <summary>The t that is exceeded with the probability <paramref name="tail"/>, below 0.5.</summary>
    internal static double UpperQuantile(double tail, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(degreesOfFreedom, 0);

        // The library's own inverse searches -800 to 800 only, too little for one degree of freedom. This search has no limit and
        // works on the small tail probability, which keeps its digits where 1 - tail would not. The logarithm makes the error a
        // relative one.
        double Excess(double t) => Math.Log(UpperP(t, degreesOfFreedom) / tail);
        double high = 2;
        while (Excess(high) > 0)
        {
            high *= 2;
        }

        return Brent.FindRoot(Excess, 0, high, 1e-14, 1000);
    }

    /// <summary>The interval of a mean: mean plus or minus t sd / sqrt(n).</summary>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <param name="statistics">The sample.</param>
    /// <param name="widening">
    /// Factor for values that depend on each other, 1 or more (<see cref="EffectiveSize.Widening"/>).
    /// </param>
    /// <returns>Null when n is below 2.</returns>
    public static Interval? OfMean(SampleStatistics statistics, double confidence, double widening = 1)
    {
        if (statistics.Sd is not { } sd)
        {
            return null;
        }

        return Interval.Around(statistics.Mean, HalfWidth(confidence, statistics.N - 1, sd, widening) / Math.Sqrt(statistics.N));
    }

    /// <summary>
    /// Half the width of a t interval. It is proportional to the standard error, so that a factor of the error may be applied
    /// afterwards.
    /// </summary>
    /// <param name="confidence">Level, above 0 and below 1.</param>
    /// <param name="degreesOfFreedom">Of the standard error; above 0, fractions allowed.</param>
    /// <param name="error">Standard error in the unit of the figure.</param>
    /// <param name="widening">Factor for values that depend on each other, 1 or more
    /// (<see cref="EffectiveSize.Widening"/>).</param>
    public static double HalfWidth(double confidence, double degreesOfFreedom, double error, double widening = 1) =>
        widening * TwoSided(confidence, degreesOfFreedom) * error;

    /// <summary>
    /// Satterthwaite's degrees of freedom of the sum of two squared standard errors (Biometrics Bulletin 2, 1946).
    /// </summary>
    internal static double SatterthwaiteDf(double errorFirst, double degreesFirst, double errorSecond, double degreesSecond)
    {
        double sum = errorFirst + errorSecond;
        return sum * sum / ((errorFirst * errorFirst / degreesFirst) + (errorSecond * errorSecond / degreesSecond));
    }
}
