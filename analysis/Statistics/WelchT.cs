namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The t-test of two means with unequal variances (Welch, "The generalization of Student's problem when several different
/// population variances are involved", Biometrika 34, 1947).
/// </summary>
/// <param name="Difference">Mean of the first sample - mean of the second.</param>
/// <param name="Interval">Its interval.</param>
/// <param name="T">Difference / its standard error.</param>
/// <param name="DegreesOfFreedom">Welch-Satterthwaite.</param>
/// <param name="P">The two-sided p-value.</param>
public sealed record WelchT(double Difference, Interval Interval, double T, double DegreesOfFreedom, double P)
{
    /// <summary>Tests two samples.</summary>
    /// <param name="first">The first sample.</param>
    /// <param name="second">The second sample.</param>
    /// <param name="confidence">The confidence level of the interval.</param>
    /// <returns>The test, or null when a sample has one value only or neither varies.</returns>
    public static WelchT? Of(SampleStatistics first, SampleStatistics second, double confidence)
    {
        if (first.Sd is not { } sdFirst || second.Sd is not { } sdSecond || (sdFirst == 0 && sdSecond == 0))
        {
            return null;
        }

        double errorFirst = sdFirst * sdFirst / first.N;
        double errorSecond = sdSecond * sdSecond / second.N;
        double error = Math.Sqrt(errorFirst + errorSecond);
        double degrees = SatterthwaiteDf(errorFirst, first.N - 1, errorSecond, second.N - 1);
        double difference = first.Mean - second.Mean;
        double half = StudentT.TwoSided(confidence, degrees) * error;
        return new WelchT(
            difference,
            new Interval(difference - half, difference + half),
            difference / error,
            degrees,
            StudentT.TwoSidedP(difference / error, degrees));
    }

    /// <summary>Satterthwaite's degrees of freedom of the sum of two squared standard errors (Biometrics Bulletin 2, 1946).</summary>
    internal static double SatterthwaiteDf(double errorFirst, double degreesFirst, double errorSecond, double degreesSecond)
    {
        double sum = errorFirst + errorSecond;
        return sum * sum / ((errorFirst * errorFirst / degreesFirst) + (errorSecond * errorSecond / degreesSecond));
    }
}
