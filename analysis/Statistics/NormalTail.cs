using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The upper tail of the standard normal distribution, to full relative precision however small: Phi(-z) = exp(-z^2 / 2) z / pi
/// times the integral of exp(-s^2 / 2) / (s^2 + z^2) over s above 0. <see cref="MannWhitney"/> and <see cref="NormalRange"/> call
/// it.
/// </summary>
/// <remarks>
/// Midpoint rule, corrected for the pole at s = i z (Matta, Reichel, "Uniform computation of the error function and other related
/// functions", Mathematics of Computation 25, 1971). The library's erfc has the same digits, but cannot be compiled with <see
/// cref="Compiled.AtOnce"/>.
/// </remarks>
internal static class NormalTail
{
    /// <summary>The error is about exp(-2 pi^2 / h^2): 3e-18.</summary>
    private const double Step = 0.7;

    /// <summary>The pole matters below this z only.</summary>
    private const double Pole = 2 * Math.PI / Step;

    /// <summary>Farther tails are 0: exp(-z^2 / 2) is less than the smallest double.</summary>
    private const double Farthest = 39;

    private static readonly double[] Squares = [.. Enumerable.Range(0, 13).Select(i => (i + 0.5) * Step * (i + 0.5) * Step)];

    private static readonly double[] Weights = [.. Squares.Select(square => Step / Math.PI * Math.Exp(-square / 2))];

    /// <summary>The probability of a value above z.</summary>
    /// <param name="z">At least 0.</param>
    [MethodImpl(Compiled.AtOnce)]
    public static double Above(double z)
    {
        if (z > Farthest)
        {
            return 0;
        }

        double square = z * z;
        double sum = 0;
        for (int i = 0; i < Squares.Length; i++)
        {
            sum += Weights[i] / (Squares[i] + square);
        }

        return (Math.Exp(-square / 2) * z * sum) + (z < Pole ? 1 / (1 + Math.Exp(2 * Math.PI / Step * z)) : 0);
    }
}
