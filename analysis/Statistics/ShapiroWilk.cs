using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The Shapiro-Wilk test of normality with Royston's coefficients (Shapiro, Wilk, Biometrika 52, 1965; Royston, "A remark on
/// algorithm AS 181: the W-test for normality", Applied Statistics 44, 1995). Rule 9 judges the times of a point by it.
/// </summary>
/// <param name="W">At most 1; small values speak against a normal distribution.</param>
/// <param name="P">Probability of a W at most as large under a normal distribution.</param>
/// <remarks>
/// <c>PointSummaries</c> runs it on every point. A test compares it with R's <c>shapiro.test</c>. <c>summary.json</c> contains
/// the members, so none may be renamed.
/// </remarks>
public sealed record ShapiroWilk(double W, double P)
{
    /// <summary>Smaller samples are not tested.</summary>
    public const int Fewest = 4;

    /// <summary>Larger samples are not tested: the coefficients do not hold for them.</summary>
    public const int Most = 5000;

    /// <param name="values">In any order.</param>
    /// <returns>Null for fewer than 4 values, more than 5000, or equal values only.</returns>
    public static ShapiroWilk? Of(IReadOnlyList<double> values)
    {
        int n = values.Count;
        if (n < Fewest || n > Most)
        {
            return null;
        }

        double[] sorted = [.. values.Order()];
        var statistics = SampleStatistics.Of(sorted);
        double squares = statistics.Sd!.Value * statistics.Sd.Value * (n - 1);
        if (squares == 0)
        {
            return null;
        }

        double[] weights = Weights(n);
        double projection = CompensatedSum.Of(sorted.Select((value, i) => weights[i] * (value - statistics.Mean)));
        double w = Math.Min(1, projection * projection / squares);
        return new ShapiroWilk(w, PValue(w, n));
    }

    /// <summary>Normalised expected order statistics; the outer ones by Royston's polynomials in 1 / sqrt(n).</summary>
    private static double[] Weights(int n)
    {
        double[] m = [.. Enumerable.Range(1, n).Select(i => Normal.InvCDF(0, 1, (i - 0.375) / (n + 0.25)))];
        double mm = CompensatedSum.Of(m.Select(value => value * value));
        double u = 1 / Math.Sqrt(n);
        double last = (m[^1] / Math.Sqrt(mm)) + Polynomial(u, 0, 0.221157, -0.147981, -2.071190, 4.434685, -2.706056);
        double[] weights = new double[n];
        double scale;
        if (n > 5)
        {
            double second = (m[^2] / Math.Sqrt(mm)) + Polynomial(u, 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633);
            scale = (mm - (2 * m[^1] * m[^1]) - (2 * m[^2] * m[^2])) / (1 - (2 * last * last) - (2 * second * second));
            Fill(weights, m, scale);
            (weights[1], weights[^2]) = (-second, second);
        }
        else
        {
            scale = (mm - (2 * m[^1] * m[^1])) / (1 - (2 * last * last));
            Fill(weights, m, scale);
        }

        (weights[0], weights[^1]) = (-last, last);
        return weights;
    }

    private static void Fill(double[] weights, double[] m, double scale)
    {
        for (int i = 0; i < m.Length; i++)
        {
            weights[i] = m[i] / Math.Sqrt(scale);
        }
    }

    private static double PValue(double w, int n)
    {
        double y;
        double mean;
        double sd;
        if (n <= 11)
        {
            double gamma = -2.273 + (0.459 * n);
            double log = Math.Log(1 - w);
            if (log >= gamma)
            {
                return 0;
            }

            y = -Math.Log(gamma - log);
            mean = Polynomial(n, 0.5440, -0.39978, 0.025054, -0.0006714);
            sd = Math.Exp(Polynomial(n, 1.3822, -0.77857, 0.062767, -0.0020322));
        }
        else
        {
            double u = Math.Log(n);
            y = Math.Log(1 - w);
            mean = Polynomial(u, -1.5861, -0.31082, -0.083751, 0.0038915);
            sd = Math.Exp(Polynomial(u, -0.4803, -0.082676, 0.0030302));
        }

        return Normal.CDF(0, 1, -(y - mean) / sd);
    }

    private static double Polynomial(double x, params ReadOnlySpan<double> coefficients)
    {
        double value = 0;
        for (int i = coefficients.Length - 1; i >= 0; i--)
        {
            value = (value * x) + coefficients[i];
        }

        return value;
    }
}
