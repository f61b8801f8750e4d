using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests whether each value depends on the one before it: lag-1 autocorrelation (Box, Jenkins, "Time Series Analysis", 1970) with
/// a permutation p-value, because the normal approximation does not hold for ten values. <see cref="SteadyState"/> runs the test
/// on the trials of a point. Equal values give an equal p-value, since the draws have a fixed seed.
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
    /// Tests whether each value depends on the one before it in its block. Deviations from a block's mean are shares of that
    /// mean. They add up to 0, so that neighbours of m values in any order have the mean product -1 / (m - 1) of the mean square.
    /// The method adds that product again, or short blocks of independent values would look dependent.
    /// </summary>
    /// <param name="blocks">Values of each block in the order of time, at least one; all above 0.</param>
    public static Autocorrelation OfBlocks(IReadOnlyList<IReadOnlyList<double>> blocks)
    {
        if (blocks.Count == 1)
        {
            return Of(blocks[0]);
        }

        double[][] centred =
        [
            .. blocks.Select(block =>
            {
                double mean = block.Average();
                return Centred(block).Select(value => value / mean).ToArray();
            }),
        ];
        double squares = CompensatedSum.Of(centred.Select(block => Squares(block)));
        if (squares == 0)
        {
            return new Autocorrelation(0, 1);
        }

        // The sum of the m - 1 products of a block is, by chance, minus its sum of squares / m.
        double chance = CompensatedSum.Of(centred.Select(block => Squares(block) / block.Length));
        int[] bounds = Permutations.BoundsOf(blocks);
        double[] all = [.. centred.SelectMany(block => block)];

        // With this term a wave as long as its block exceeds 1 by a little: cos(2 pi / (m + 1)) + 1 / m.
        return new Autocorrelation(
            Math.Min(1, (Lagged(all, bounds) + chance) / squares),
            Permutations.P(all, bounds, values => Math.Abs(Lagged(values, bounds) + chance)));
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
    private static double Lagged(double[] centred, int[] bounds)
    {
        double sum = 0;
        for (int block = 1; block < bounds.Length; block++)
        {
            for (int i = bounds[block - 1] + 1; i < bounds[block]; i++)
            {
                sum += centred[i] * centred[i - 1];
            }
        }

        return sum;
    }

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
