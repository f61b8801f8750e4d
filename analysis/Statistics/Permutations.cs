using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Runs Monte Carlo permutation tests of a series: of m shuffled series, b reach the statistic of the series in its true order,
/// and p = (b + 1) / (m + 1) keeps the level exactly (Phipson, Smyth, "Permutation p-values should never be zero",
/// Statistical Applications in Genetics and Molecular Biology 9, 2010). <see cref="Autocorrelation"/> and
/// <see cref="ChangePoint"/> test by it. The draws have a fixed seed, so that equal files give equal figures.
/// </summary>
internal static class Permutations
{
    private const int MostRounds = 9999;

    /// <summary>
    /// Values shuffled in total: longer series get fewer rounds, so that a thousand trials cost no more than this.
    /// </summary>
    private const int MostShuffled = 10_000_000;

    private const int FewestRounds = 999;

    /// <summary>Fixed, so that a series gives the same p-value in every run and on every machine.</summary>
    private const ulong Seed = 20150201;

    /// <summary>Computes the p-value.</summary>
    /// <param name="series">At least one value; it is not changed.</param>
    /// <param name="statistic">Computes the statistic of an arrangement. It must not keep or change the array.</param>
    public static double P(IReadOnlyList<double> series, Func<double[], double> statistic) =>
        P(series, [0, series.Count], statistic);

    /// <summary>Computes the p-value of a series whose values change places within its parts only.</summary>
    /// <param name="series">At least one value; it is not changed.</param>
    /// <param name="bounds">Where the parts begin, rising from 0, and the length of the series.</param>
    /// <param name="statistic">Computes the statistic of an arrangement. It must not keep or change the array.</param>
    [MethodImpl(Compiled.AtOnce)]
    public static double P(IReadOnlyList<double> series, int[] bounds, Func<double[], double> statistic)
    {
        double[] shuffled = [.. series];

        // A rounding error must not make the same arrangement, summed in another order, count as smaller.
        double observed = statistic(shuffled) * (1 - 1e-12);
        var random = new SplitMix64(Seed);
        int rounds = Math.Clamp(MostShuffled / shuffled.Length, FewestRounds, MostRounds);
        int reached = 0;
        for (int round = 0; round < rounds; round++)
        {
            for (int part = 1; part < bounds.Length; part++)
            {
                int first = bounds[part - 1];
                for (int last = bounds[part] - 1; last > first; last--)
                {
                    int other = first + random.NextBelow(last - first + 1);
                    (shuffled[last], shuffled[other]) = (shuffled[other], shuffled[last]);
                }
            }

            reached += statistic(shuffled) >= observed ? 1 : 0;
        }

        return (reached + 1.0) / (rounds + 1.0);
    }

    /// <summary>Where blocks begin in the series of all their values, and its length.</summary>
    public static int[] BoundsOf(IReadOnlyList<IReadOnlyList<double>> blocks)
    {
        int[] bounds = new int[blocks.Count + 1];
        for (int block = 0; block < blocks.Count; block++)
        {
            bounds[block + 1] = bounds[block] + blocks[block].Count;
        }

        return bounds;
    }
}
