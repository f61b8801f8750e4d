using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Pettitt's test for one change of level (Pettitt, "A non-parametric approach to the change-point problem", Applied Statistics
/// 28, 1979), with a permutation p-value, because his approximation is rough for ten values. <see cref="SteadyState"/> runs the
/// test on the trials of a point.
/// </summary>
/// <param name="Index">Index of the first value at the new level, from 0.</param>
/// <param name="P">The probability of a change at least as large if the order of the values were random.</param>
public sealed record ChangePoint(int Index, double P)
{
    /// <summary>Finds the most likely change.</summary>
    /// <param name="series">Values in the order of time.</param>
    public static ChangePoint Of(IReadOnlyList<double> series)
    {
        if (series.Count < 2)
        {
            return new ChangePoint(0, 1);
        }

        double[] ranks = Ranks.Of(series);
        return new ChangePoint(Largest(ranks).Index, Permutations.P(ranks, values => Largest(values).Statistic));
    }

    /// <summary>Finds t with the largest |U_t| = |2 (sum of the first t ranks) - t (n + 1)|.</summary>
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
