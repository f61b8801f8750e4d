using MathNet.Numerics;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Computes upper tails, each by a separate integral (Abramowitz, Stegun, "Handbook of Mathematical Functions", 1964, 26.4.19 and
/// 26.6.2): 1 - CDF would lose the digits of a small p-value. <see cref="KruskalWallis"/>, <see cref="AnovaEffect"/>,
/// <see cref="WelchAnova"/>, <see cref="BrownForsythe"/> and <see cref="LackOfFit"/> take their p-values from it.
/// </summary>
internal static class UpperTails
{
    /// <summary>The probability of a larger F.</summary>
    public static double F(double f, double numerator, double denominator) =>
        SpecialFunctions.BetaRegularized(denominator / 2, numerator / 2, denominator / (denominator + (numerator * f)));

    /// <summary>The probability of a larger chi-squared.</summary>
    public static double ChiSquared(double x, double degreesOfFreedom) => x <= 0
        ? 1
        : SpecialFunctions.GammaUpperRegularized(degreesOfFreedom / 2, x / 2);
}
