using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Pettitt's test for one shift of level (Pettitt, "A non-parametric approach to the change-point problem", Applied Statistics 28,
/// 1979), with a permutation p-value instead of his approximation, which is rough for ten values.
/// </summary>
/// <param name="Index">Where the new level begins: the index of its first value.</param>
/// <param name="P">The p-value of a shift as large under any order of the values.</param>
public sealed record ChangePoint(int Index, double P)
{
    /// <summary>Tests a series.</summary>
    /// <param name="series">The values in the order of time.</param>
    /// <returns>The most likely change and its p-value.</returns>
    public static ChangePoint Of(IReadOnlyList<double> series)
    {
        if (series.Count < 2)
        {
            return new ChangePoint(0, 1);
        }

        double[] ranks = Ranks.Of(series);
        return new ChangePoint(Largest(ranks).Index, Permutations.P(ranks, values => Largest(values).Statistic));
    }

    /// <summary>The largest |U_t| = |2 (sum of the first t ranks) - t (n + 1)|, and t.</summary>
    [MethodImpl(Compiled.AtOnce)]
    private static (int Index, double Statistic) Largest(double[] ranks)
    {
        (int Index, double Statistic) largest = (1, -1);
        double sum = 0;
        for (int t = 1; t < ranks.Length; t++)
        {
            sum += ranks[t - 1];
            double u = Math.Abs((2 * sum) - (t * (ranks.Length + 1.0)));
            largest = u > largest.Statistic ? (t, u) : largest;
        }

        return largest;
    }
}
