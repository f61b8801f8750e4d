using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests whether each value depends on the one before it: lag-1 autocorrelation (Box, Jenkins, "Time Series Analysis", 1970) with
/// a permutation p-value, because the normal approximation does not hold for ten values. <see cref="SteadyState"/> runs the test
/// on the trials of a point.
/// </summary>
/// <param name="R1">Lag-1 autocorrelation, -1 to 1; 0 when the values do not vary.</param>
/// <param name="P">
/// The probability of an absolute value at least as large if the order of the values were random; 1 for fewer than three values.
/// </param>
public sealed record Autocorrelation(double R1, double P)
{
    /// <param name="series">Values in the order of time.</param>
    public static Autocorrelation Of(IReadOnlyList<double> series)
    {
        if (series.Count < 3)
        {
            return new Autocorrelation(0, 1);
        }

        double[] centred = Centred(series);
        double squares = Squares(centred);
        return squares == 0
            ? new Autocorrelation(0, 1)
            : new Autocorrelation(Lagged(centred) / squares, Permutations.P(centred, values => Math.Abs(Lagged(values))));
    }

    /// <summary>
    /// The coefficient without its test; null for fewer than three values or equal ones. <see cref="EffectiveSize"/> calls it for
    /// each series.
    /// </summary>
    internal static double? Coefficient(IReadOnlyList<double> series)
    {
        double[] centred = series.Count < 3 ? [] : Centred(series);
        double squares = Squares(centred);
        return squares == 0 ? null : Lagged(centred) / squares;
    }

    private static double[] Centred(IReadOnlyList<double> series)
    {
        double mean = SampleStatistics.Of(series).Mean;
        return [.. series.Select(value => value - mean)];
    }

    private static double Squares(double[] centred) => CompensatedSum.Of(centred.Select(value => value * value));

    [MethodImpl(Compiled.AtOnce)]
    private static double Lagged(double[] centred)
    {
        double sum = 0;
        for (int i = 1; i < centred.Length; i++)
        {
            sum += centred[i] * centred[i - 1];
        }

        return sum;
    }
}
