namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The exact p-value of the Kruskal-Wallis statistic of few values (Kruskal, Wallis, "Use of ranks in one-criterion variance
/// analysis", JASA 47, 1952): if all groups have one location, every way to deal the ranks out to them is equally likely. <see
/// cref="KruskalWallis"/> asks for it, since the chi-squared approximation never finds at 0.01 that four values differ from six.
/// </summary>
internal static class ExactKruskalWallis
{
    /// <summary>Most ways that are counted, which takes some milliseconds.</summary>
    private const double MostWays = 100_000;

    /// <summary>Most values: the recursion that deals ranks out goes one call deeper with each value.</summary>
    private const int MostValues = 500;

    /// <summary>A rounding error must not make a way that is equal to the observed one count as smaller.</summary>
    private const double Rounding = 1e-9;

    /// <summary>Counts the ways that give a statistic at least as large as the observed one.</summary>
    /// <param name="centred">All ranks, less their mean.</param>
    /// <param name="sizes">Number of values of each group.</param>
    /// <param name="observed">Sum over the groups of the squared sum of centred ranks / the number of values.</param>
    /// <returns>The share of these ways among all. Null for more than 500 values or 100,000 ways.</returns>
    public static double? P(IReadOnlyList<double> centred, IReadOnlyList<int> sizes, double observed)
    {
        if (centred.Count > MostValues || Ways(sizes) > MostWays)
        {
            return null;
        }

        double least = observed * (1 - Rounding);
        double[] sums = new double[sizes.Count];
        int[] left = [.. sizes];
        int all = 0;
        int reached = 0;
        Deal(0);
        return (double)reached / all;

        void Deal(int rank)
        {
            if (rank == centred.Count)
            {
                all++;
                reached += sums.Zip(sizes, (sum, size) => sum * sum / size).Sum() >= least ? 1 : 0;
                return;
            }

            for (int group = 0; group < left.Length; group++)
            {
                if (left[group] > 0)
                {
                    left[group]--;
                    sums[group] += centred[rank];
                    Deal(rank + 1);
                    sums[group] -= centred[rank];
                    left[group]++;
                }
            }
        }
    }

    /// <summary>The multinomial coefficient; infinite where a double cannot hold it.</summary>
    private static double Ways(IReadOnlyList<int> sizes)
    {
        double ways = 1;
        int dealt = 0;
        foreach (int size in sizes)
        {
            for (int i = 1; i <= size; i++)
            {
                dealt++;
                ways *= (double)dealt / i;
            }
        }

        return ways;
    }
}
