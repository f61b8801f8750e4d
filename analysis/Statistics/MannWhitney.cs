using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The rank test of two samples (Mann, Whitney, "On a test of whether one of two random variables is stochastically larger than the other",
/// Annals of Mathematical Statistics 18, 1947) with the shift that fits it (Hodges, Lehmann, "Estimates of location based on rank tests", Annals of
/// Mathematical Statistics 34, 1963): no distribution is assumed, and a far value counts for no more than its rank.
/// </summary>
/// <param name="U">Pairs in which the first sample's value is larger; equal ones count half.</param>
/// <param name="P">The two-sided p-value: exact without ties and below 50 values a sample, else normal, corrected for ties and continuity.</param>
/// <param name="Shift">The median of all differences first - second.</param>
/// <param name="Interval">Its interval: the differences between which the exact distribution of U leaves at least the confidence.</param>
public sealed record MannWhitney(double U, double P, double Shift, Interval Interval)
{
    /// <summary>As in R: the exact distribution below, the normal one from here on.</summary>
    private const int ExactBelow = 50;

    /// <summary>Tests two samples.</summary>
    /// <param name="first">The first sample.</param>
    /// <param name="second">The second sample.</param>
    /// <param name="confidence">The confidence level of the interval.</param>
    /// <returns>The test, or null when a sample is empty or too small for an interval of that confidence.</returns>
    public static MannWhitney? Of(IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence)
    {
        if (first.Count == 0 || second.Count == 0)
        {
            return null;
        }

        double[] differences = [.. (from a in first from b in second select a - b).Order()];
        double u = differences.Sum(difference => difference > 0 ? 1 : difference == 0 ? 0.5 : 0);
        bool ties = first.Concat(second).Distinct().Count() < first.Count + second.Count;
        bool exact = !ties && first.Count < ExactBelow && second.Count < ExactBelow;
        double p = exact ? ExactP(u, first.Count, second.Count) : NormalP(u, first, second);
        int left = Math.Max(first.Count, second.Count) < ExactBelow
            ? ExactRank((1 - confidence) / 2, first.Count, second.Count)
            : NormalRank((1 - confidence) / 2, first.Count, second.Count);
        return left < 1
            ? null
            : new MannWhitney(
                u, p, SampleStatistics.MedianOfSorted(differences), new Interval(differences[left - 1], differences[^left]));
    }

    private static double ExactP(double u, int n, int m)
    {
        double[] share = Distribution(n, m);
        double below = share.Take((int)Math.Min(u, ((double)n * m) - u) + 1).Sum();
        return Math.Min(1, 2 * below);
    }

    private static double NormalP(double u, IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        double n = first.Count;
        double m = second.Count;
        double ties = first.Concat(second).GroupBy(value => value).Sum(group => Math.Pow(group.Count(), 3) - group.Count());
        double variance = n * m / 12 * (n + m + 1 - (ties / ((n + m) * (n + m - 1))));
        double distance = Math.Max(0, Math.Abs(u - (n * m / 2)) - 0.5);
        return variance <= 0 ? 1 : 2 * NormalTail.Above(distance / Math.Sqrt(variance));
    }

    /// <summary>How many differences are left out on either side: the smallest U whose probability, with all below, reaches the tail.</summary>
    private static int ExactRank(double tail, int n, int m)
    {
        double[] share = Distribution(n, m);
        double below = 0;
        for (int u = 0; u < share.Length; u++)
        {
            below += share[u];
            if (below >= tail)
            {
                return u;
            }
        }

        return 0;
    }

    private static int NormalRank(double tail, double n, double m) =>
        (int)Math.Floor((n * m / 2) + (Normal.InvCDF(0, 1, tail) * Math.Sqrt(n * m * (n + m + 1) / 12)));

    /// <summary>
    /// The probability of each U from 0 to n m, by the recursion over which sample has the largest value: counts grow beyond whole numbers of
    /// doubles only above 10^15, where their digits suffice.
    /// </summary>
    private static double[] Distribution(int n, int m)
    {
        // count[j][u]: arrangements of i values of the first and j of the second sample with that U; i grows from 0 to n.
        double[][] count = [.. Enumerable.Range(0, m + 1).Select(_ => new double[(n * m) + 1])];
        foreach (double[] none in count)
        {
            none[0] = 1;
        }

        for (int i = 1; i <= n; i++)
        {
            for (int j = 1; j <= m; j++)
            {
                // The largest value is of the first sample, above all j of the second; or of the second sample.
                double[] next = new double[(n * m) + 1];
                for (int u = 0; u <= i * j; u++)
                {
                    next[u] = (u >= j ? count[j][u - j] : 0) + count[j - 1][u];
                }

                count[j] = next;
            }
        }

        double all = count[m].Sum();
        return [.. count[m].Select(arrangements => arrangements / all)];
    }
}
