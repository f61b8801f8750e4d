using System.Runtime.CompilerServices;
using MathNet.Numerics;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The distribution of the range of k standard normal values (Tippett 1925; David, Nagaraja, "Order Statistics", 2003, 2.3):
/// P(range &lt;= w) = k integral of phi(z) (Phi(z) - Phi(z - w))^(k - 1) dz. <see cref="StudentizedRange"/> integrates it.
/// </summary>
/// <remarks>
/// Trapezoidal rule, which converges exponentially for an analytic integrand over the whole line (Trefethen, Weideman, "The
/// exponentially convergent trapezoidal rule", SIAM Review 56, 2014). The integrand grows by at most exp(k y^2 / 2) at a distance
/// of y from the real line, so a step of h has an error of about exp(-2 pi^2 / (k h^2)).
/// </remarks>
internal sealed class NormalRange
{
    /// <summary>Integration limit: phi(9.5) is 1e-20.</summary>
    private const double Reach = 9.5;

    /// <summary>Larger ranges have probability 0: exp(-w^2 / 4) is less than the smallest double.</summary>
    private const double WidestRange = 60;

    /// <summary>Minus the logarithm of the requested error, 1e-17.</summary>
    private const double Digits = 40;

    private readonly int _others;
    private readonly double _step;
    private readonly double[] _density;
    private readonly double[] _lower;
    private readonly double[] _upper;

    public NormalRange(int values)
    {
        _others = values - 1;
        _step = Math.Min(0.3, Math.PI * Math.Sqrt(2 / (values * Digits)));
        double[] z = new double[1 + (int)(((2 * Reach) + (WidestRange / 2)) / _step)];
        for (int i = 0; i < z.Length; i++)
        {
            z[i] = (i * _step) - Reach;
        }

        _density = [.. z.Select(x => values * _step * Math.Exp(-x * x / 2) / Constants.Sqrt2Pi)];
        _lower = [.. z.Select(Below)];
        _upper = [.. z.Select(x => Below(-x))];
    }

    /// <summary>The probability of a range up to w.</summary>
    public double Cdf(double w)
    {
        double sum = 0;
        int end = Math.Min(_density.Length, 1 + (int)(2 * Reach / _step));
        for (int i = 0; i < end; i++)
        {
            sum += _density[i] * Power(At(i, w).Between, _others);
        }

        return sum;
    }

    /// <summary>
    /// The probability of a range above w. The integrand is the difference of two powers, a^m - b^m = (a - b) (a^(m-1) + a^(m-2)
    /// b + ...), with a - b = Phi(z - w).
    /// </summary>
    [MethodImpl(Compiled.AtOnce)]
    public double UpperP(double w)
    {
        if (w > WidestRange)
        {
            return 0;
        }

        double sum = 0;
        int end = Math.Min(_density.Length, 1 + (int)((Reach + Math.Max(Reach, (w / 2) + Reach)) / _step));
        for (int i = 0; i < end; i++)
        {
            double a = _lower[i];
            var (below, b) = At(i, w);
            double powers = 0;
            double powerOfA = 1;
            for (int power = 0; power < _others; power++)
            {
                powers = (powers * b) + powerOfA;
                powerOfA *= a;
            }

            sum += _density[i] * below * powers;
        }

        return sum;
    }

    private static double Below(double z) => z > 0 ? 1 - NormalTail.Above(z) : NormalTail.Above(-z);

    private static double Power(double x, int exponent)
    {
        double result = 1;
        for (; exponent > 0; exponent >>= 1)
        {
            result *= (exponent & 1) == 1 ? x : 1;
            x *= x;
        }

        return result;
    }

    /// <summary>
    /// Phi(z - w), and Phi(z) - Phi(z - w), both from the tail on whose side they lie, which keeps all their digits.
    /// </summary>
    private (double Below, double Between) At(int i, double w)
    {
        double low = (i * _step) - Reach - w;
        double tail = NormalTail.Above(Math.Abs(low));
        return low > 0 ? (1 - tail, tail - _upper[i]) : (tail, _lower[i] - tail);
    }
}
