using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The rank test of two samples (Mann, Whitney, "On a test of whether one of two random variables is stochastically larger than
/// the other", Annals of Mathematical Statistics 18, 1947) with the matching shift (Hodges, Lehmann, "Estimates of location based
/// on rank tests", Annals of Mathematical Statistics 34, 1963). It assumes no distribution, and an outlier counts only by its
/// rank. <c>RankRatio</c> runs it, and <c>compare</c> shows it beside the ratio of means when a side has a heavy tail. A test
/// compares it with R's <c>wilcox.test</c>.
/// </summary>
/// <param name="U">Number of pairs in which the first sample's value is larger; ties count half.</param>
/// <param name="P">
/// Two-sided: exact without ties and below 50 values per sample, else normal with corrections for ties and continuity.
/// </param>
/// <param name="Shift">The median of all differences first - second.</param>
/// <param name="Interval">
/// Interval of the shift, between two of the ordered differences: its level is at least the requested one, or about it for 50 or
/// more values.
/// </param>
public sealed record MannWhitney(double U, double P, double Shift, Interval Interval)
{
    /// <summary>Sample sizes from here on use the normal approximation, as R does.</summary>
    private const int ExactBelow = 50;

    /// <returns>Null when a sample is empty, or too small for an interval at this level.</returns>
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

    /// <summary>
    /// The number of differences to leave out on either side: the smallest U whose cumulative probability reaches the tail.
    /// </summary>
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
    /// The probability of each U from 0 to n m, by recursion over which sample has the largest value. Counts exceed the whole
    /// numbers of a double only above 10^15, where its digits suffice.
    /// </summary>
    private static double[] Distribution(int n, int m)
    {
        // count[j][u]: arrangements of i values of the first and j of the second sample with this U; i grows from 0 to n.
        double[][] count = [.. Enumerable.Range(0, m + 1).Select(_ => new double[(n * m) + 1])];
        foreach (double[] none in count)
        {
            none[0] = 1;
        }

        for (int i = 1; i <= n; i++)
        {
            for (int j = 1; j <= m; j++)
            {
                // The largest value belongs to the first sample, above all j of the second, or to the second sample.
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
