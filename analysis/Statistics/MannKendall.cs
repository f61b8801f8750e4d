using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The Mann-Kendall test for a monotonic trend (Mann, Econometrica 13, 1945; Kendall, "Rank Correlation Methods", 1975).
/// <see cref="SteadyState"/> runs it on the trials of a point. The values must not depend on each other.
/// </summary>
/// <param name="S">Rising pairs - falling pairs.</param>
/// <param name="P">
/// Two-sided: exact without ties up to n = 20, else normal with corrections for ties and continuity. 1 for fewer than two values.
/// </param>
public sealed record MannKendall(int S, double P)
{
    /// <summary>The pairs of 20 values: with more of them, the p-value is that of the normal approximation.</summary>
    private const int MostExactPairs = 190;

    /// <param name="series">Values in the order of time.</param>
    public static MannKendall Of(IReadOnlyList<double> series) => OfBlocks([series]);

    /// <summary>
    /// Tests for a trend that blocks share: only pairs of values within a block count (Hirsch, Slack, Smith, "Techniques of trend
    /// analysis for monthly water quality data", Water Resources Research 18, 1982, whose blocks are seasons).
    /// </summary>
    /// <param name="blocks">Values of each block in the order of time.</param>
    public static MannKendall OfBlocks(IReadOnlyList<IReadOnlyList<double>> blocks)
    {
        int s = 0;
        int pairs = 0;
        bool ties = false;
        foreach (var series in blocks)
        {
            for (int i = 0; i < series.Count; i++)
            {
                for (int j = i + 1; j < series.Count; j++)
                {
                    int sign = Math.Sign(series[j] - series[i]);
                    s += sign;
                    pairs++;
                    ties |= sign == 0;
                }
            }
        }

        bool isExact = !ties && pairs <= MostExactPairs;
        return new MannKendall(s, pairs == 0 ? 1 : isExact ? ExactP(blocks, pairs, s) : NormalP(blocks, s));
    }

    /// <summary>
    /// Counts permutations by their inversions: of n values, f(n, k) = sum of f(n - 1, k - j) for j = 0..n-1, and S = n(n-1)/2 -
    /// 2k. The inversions of several blocks add up.
    /// </summary>
    private static double ExactP(IReadOnlyList<IReadOnlyList<double>> blocks, int pairs, int s)
    {
        double[] probability = new double[pairs + 1];
        probability[0] = 1;
        int most = 0;
        foreach (int size in blocks.SelectMany(block => Enumerable.Range(2, Math.Max(0, block.Count - 1))))
        {
            most += size - 1;
            double[] next = new double[pairs + 1];
            for (int inversions = 0; inversions <= most; inversions++)
            {
                for (int j = 0; j < size && j <= inversions; j++)
                {
                    next[inversions] += probability[inversions - j] / size;
                }
            }

            probability = next;
        }

        double p = 0;
        for (int inversions = 0; inversions <= pairs; inversions++)
        {
            p += Math.Abs(pairs - (2 * inversions)) >= Math.Abs(s) ? probability[inversions] : 0;
        }

        return Math.Min(1, p);
    }

    private static double NormalP(IReadOnlyList<IReadOnlyList<double>> blocks, int s)
    {
        double variance = 0;
        foreach (var series in blocks)
        {
            double n = series.Count;
            variance += n * (n - 1) * ((2 * n) + 5);
            foreach (var group in series.GroupBy(value => value))
            {
                double t = group.Count();
                variance -= t * (t - 1) * ((2 * t) + 5);
            }
        }

        variance /= 18;
        return variance <= 0 || s == 0 ? 1 : 2 * Normal.CDF(0, 1, -(Math.Abs(s) - 1) / Math.Sqrt(variance));
    }
}
