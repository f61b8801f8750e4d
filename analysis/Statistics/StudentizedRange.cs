using MathNet.Numerics;
using Distribution = MathNet.Numerics.Distributions.StudentT;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The distribution of the studentized range: the range of k standard normal values / an independent standard deviation on v
/// degrees of freedom ("Student", "Errors of routine analysis", Biometrika 19, 1927). <see cref="GamesHowell"/> and
/// <see cref="TukeyHsd"/> take critical values and p-values from it.
/// </summary>
/// <remarks>
/// P(Q &lt;= q) = integral of f(s) R(q s) ds, with f the density of the standard deviation, proportional to s^(v-1) exp(-v s^2 /
/// 2), and R the distribution of the range (<see cref="NormalRange"/>): the double integral of Copenhaver, Holland, "Computation
/// of the distribution of the maximum studentized range statistic", J. Statistical Computation and Simulation 30, 1988, which R's
/// <c>ptukey</c> computes to about 1e-10. Substituting s = exp(t) makes the integrand analytic on the whole line, and the
/// trapezoidal rule gives it to 1e-13 of either tail (Trefethen, Weideman 2014). The same rule gives the constant of f.
/// </remarks>
public static class StudentizedRange
{
    /// <summary>Terms below this share of the sum are left out.</summary>
    private const double Negligible = 1e-18;

    /// <summary>Remaining error of ln q at which the search stops.</summary>
    private const double Converged = 1e-14;

    /// <summary>Largest step in t: at pi / 4 from the real line exp(-exp(2 t)) stops falling.</summary>
    private const double LargestStep = 0.09;

    /// <summary>Step in standard deviations of t: the integrand is nearly normal at many degrees of freedom.</summary>
    private const double StepInDeviations = 0.5;

    /// <summary>The probability of a studentized range up to q.</summary>
    /// <param name="q">Range / standard deviation.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    public static double Cdf(double q, int groups, double degreesOfFreedom) =>
        q <= 0 ? 0 : Math.Min(1, Mean(new NormalRange(Checked(groups)).Cdf, q, groups, degreesOfFreedom, first: 1));

    /// <summary>The probability of a larger studentized range, to full relative precision however small.</summary>
    /// <param name="q">Range / standard deviation.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    public static double UpperP(double q, int groups, double degreesOfFreedom) =>
        q <= 0 ? 1 : Math.Min(1, Mean(new NormalRange(Checked(groups)).UpperP, q, groups, degreesOfFreedom, first: -1));

    /// <summary>The critical value.</summary>
    /// <param name="p">Probability of a larger range, above 0 and below 1.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    /// <returns>The q with <see cref="UpperP"/> = <paramref name="p"/>: 3.876777 for 0.05, 3 and 10.</returns>
    public static double UpperQuantile(double p, int groups, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(p, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(p, 1);
        var range = new NormalRange(Checked(groups));

        // Newton steps on logarithms of both axes: the curve bends downwards everywhere, and the tail of few degrees of freedom,
        // a power of q, is straight.
        double Excess(double logQ) => Math.Log(Mean(range.UpperP, Math.Exp(logQ), groups, degreesOfFreedom, first: -1) / p);

        // Bonferroni's bound over the pairs lies above the quantile (for two groups it is the quantile) and is closer for smaller
        // p. The slope of the bound, and then secants, descend to the quantile without passing it.
        double pairs = groups * (groups - 1) / 2.0;
        var (logQ, slope) = Bonferroni(p / pairs, degreesOfFreedom);
        double excess = Excess(logQ);
        double last = 1;
        while (true)
        {
            // A secant leaves an error of about the product of the errors of its two points. A step that is NaN ends the search,
            // too.
            double step = -excess / slope;
            if (!(groups * Math.Abs(step * last) >= Converged))
            {
                return Math.Exp(logQ + step);
            }

            logQ += step;
            double before = excess;
            excess = Excess(logQ);
            slope = (excess - before) / step;
            last = step;
        }
    }

    /// <summary>
    /// The logarithm of the q that one pair of groups exceeds with probability p, and the slope of ln p over ln q there.
    /// </summary>
    private static (double LogQ, double Slope) Bonferroni(double p, double degreesOfFreedom)
    {
        double t = StudentT.UpperQuantile(p / 2, degreesOfFreedom);
        return (Math.Log(t * Constants.Sqrt2),
            -t * Distribution.PDF(0, 1, degreesOfFreedom, t) / StudentT.UpperP(t, degreesOfFreedom));
    }

    private static int Checked(int groups)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 2);
        return groups;
    }

    /// <summary>
    /// The mean of a probability at q s over the distribution of s. The probability falls in one direction of s: the other
    /// direction is summed first, so that the sum is known when small terms may be dropped.
    /// </summary>
    private static double Mean(Func<double, double> probability, double q, int groups, double v, int first)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(v, 0);
        double step = Math.Min(LargestStep, StepInDeviations / Math.Sqrt(2 * (v + groups)));
        double weights = 0;
        double sum = 0;
        foreach (int direction in (int[])[first, -first])
        {
            double term = double.PositiveInfinity;
            for (int i = direction == first ? 0 : 1; ; i++)
            {
                double t = direction * i * step;

                // t - (exp(2 t) - 1) / 2 without cancellation; its maximum is 0, at t = 0.
                double weight = Math.Exp(v * (t - (Math.Exp(t) * Math.Sinh(t))));
                weights += weight;

                // Only smaller terms follow a negligible one; weights still count.
                if (direction == first || term > Negligible * sum)
                {
                    term = weight * probability(q * Math.Exp(t));
                    sum += term;
                }

                if (weight <= Negligible * Math.Min(weights, sum) || weight == 0)
                {
                    break;
                }
            }
        }

        return sum / weights;
    }
}
