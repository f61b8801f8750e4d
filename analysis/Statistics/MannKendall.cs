using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The Mann-Kendall test for a monotonic trend (Mann, Econometrica 13, 1945; Kendall, "Rank Correlation Methods", 1975). <see
/// cref="SteadyState"/> runs it on the trials of a point.
/// </summary>
/// <param name="S">Rising pairs - falling pairs.</param>
/// <param name="P">
/// Two-sided: exact without ties up to n = 20, else normal with corrections for ties and continuity. 1 for fewer than two values.
/// </param>
public sealed record MannKendall(int S, double P)
{
    private const int ExactMax = 20;

    /// <param name="series">Values in the order of time.</param>
    public static MannKendall Of(IReadOnlyList<double> series)
    {
        int n = series.Count;
        int s = 0;
        bool ties = false;
        for (int i = 0; i < n; i++)
        {
            for (int j = i + 1; j < n; j++)
            {
                int sign = Math.Sign(series[j] - series[i]);
                s += sign;
                ties |= sign == 0;
            }
        }

        return new MannKendall(s, n < 2 ? 1 : ties || n > ExactMax ? NormalP(series, s) : ExactP(n, s));
    }

    /// <summary>
    /// Counts permutations by their inversions: of n values, f(n, k) = sum of f(n - 1, k - j) for j = 0..n-1, and S = n(n-1)/2 -
    /// 2k.
    /// </summary>
    private static double ExactP(int n, int s)
    {
        int pairs = n * (n - 1) / 2;
        double[] probability = new double[pairs + 1];
        probability[0] = 1;
        for (int size = 2; size <= n; size++)
        {
            double[] next = new double[pairs + 1];
            for (int inversions = 0; inversions <= size * (size - 1) / 2; inversions++)
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

    private static double NormalP(IReadOnlyList<double> series, int s)
    {
        double n = series.Count;
        double variance = n * (n - 1) * ((2 * n) + 5);
        foreach (var group in series.GroupBy(value => value))
        {
            double t = group.Count();
            variance -= t * (t - 1) * ((2 * t) + 5);
        }

        variance /= 18;
        return variance <= 0 || s == 0 ? 1 : 2 * Normal.CDF(0, 1, -(Math.Abs(s) - 1) / Math.Sqrt(variance));
    }
}
