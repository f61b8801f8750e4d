using System.Numerics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>A one-way analysis of variance in exact arithmetic on doubles: each is an integer of 2^-80.</summary>
internal static class Rational
{
    private const int Scale = 80;

    public static double FOf(double[][] groups)
    {
        // All sums over a common denominator D, the product of the group sizes and n, so that means are integers.
        BigInteger n = groups.Sum(group => group.Length);
        var d = groups.Aggregate(n, (product, group) => product * group.Length);
        var all = groups.Select(group => group.Select(Integer).ToArray()).ToArray();
        var grand = all.Aggregate(BigInteger.Zero, (sum, group) => sum + Sum(group)) * (d / n);
        var between = BigInteger.Zero;
        var within = BigInteger.Zero;
        foreach (var group in all)
        {
            var mean = Sum(group) * (d / group.Length);
            between += group.Length * (mean - grand) * (mean - grand);
            within = group.Aggregate(within, (sum, value) => sum + (((value * d) - mean) * ((value * d) - mean)));
        }

        // between / (k - 1) / (within / (n - k)), with 60 further bits before the division.
        int k = groups.Length;
        return (double)((between * (n - k) << 60) / (within * (k - 1))) / Math.Pow(2, 60);
    }

    private static BigInteger Sum(BigInteger[] values) => values.Aggregate(BigInteger.Zero, (sum, value) => sum + value);

    private static BigInteger Integer(double value) =>
        new BigInteger(Math.Truncate(value)) * BigInteger.Pow(2, Scale)
        + new BigInteger(Math.ScaleB(value - Math.Truncate(value), Scale));
}
