using MathNet.Numerics;
using Distribution = MathNet.Numerics.Distributions.StudentT;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The distribution of the studentized range: the range of k standard normal values / an independent standard deviation on v degrees
/// of freedom ("Student", "Errors of routine analysis", Biometrika 19, 1927).
/// </summary>
/// <remarks>
/// P(Q &lt;= q) = integral of f(s) R(q s) ds, with f the density of the standard deviation, s^(v-1) exp(-v s^2 / 2) but for a constant, and R the
/// distribution of the range (<see cref="NormalRange"/>): the double integral of Copenhaver, Holland, "Computation of the distribution
/// of the maximum studentized range statistic", J. Statistical Computation and Simulation 30, 1988, which R's <c>ptukey</c> computes to
/// about 1e-10. Here s = exp(t) makes the integrand analytic on the whole line, and the trapezoidal rule gives it to 1e-13 of
/// either tail (Trefethen, Weideman 2014). The same rule gives the constant of f.
/// </remarks>
public static class StudentizedRange
{
    /// <summary>What a term may be worth, of the sum, to be left out.</summary>
    private const double Negligible = 1e-18;

    /// <summary>The error of ln q that is left.</summary>
    private const double Converged = 1e-14;

    /// <summary>The largest step in t: at pi / 4 from the real line exp(-exp(2 t)) stops falling.</summary>
    private const double LargestStep = 0.09;

    /// <summary>The step in standard deviations of t, whose integrand is as good as normal at many degrees of freedom.</summary>
    private const double StepInDeviations = 0.5;

    /// <summary>Probability of a studentized range up to q.</summary>
    /// <param name="q">The range / standard deviation.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    /// <returns>The probability.</returns>
    public static double Cdf(double q, int groups, double degreesOfFreedom) =>
        q <= 0 ? 0 : Math.Min(1, Mean(new NormalRange(Checked(groups)).Cdf, q, groups, degreesOfFreedom, first: 1));

    /// <summary>Probability of a larger studentized range.</summary>
    /// <param name="q">The range / standard deviation.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    /// <returns>The probability, with its digits however small it is.</returns>
    public static double UpperP(double q, int groups, double degreesOfFreedom) =>
        q <= 0 ? 1 : Math.Min(1, Mean(new NormalRange(Checked(groups)).UpperP, q, groups, degreesOfFreedom, first: -1));

    /// <summary>The critical value.</summary>
    /// <param name="p">The probability of a larger one, between 0 and 1 and neither.</param>
    /// <param name="groups">k, at least 2.</param>
    /// <param name="degreesOfFreedom">v, above 0; fractions allowed.</param>
    /// <returns>The q with <see cref="UpperP"/> = <paramref name="p"/>: 3.876777 for 0.05, 3 and 10.</returns>
    public static double UpperQuantile(double p, int groups, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(p, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(p, 1);
        var range = new NormalRange(Checked(groups));

        // In logarithms of both: the curve bends downwards all along, and the tail of few degrees of freedom, a power of q, is straight.
        double Excess(double logQ) => Math.Log(Mean(range.UpperP, Math.Exp(logQ), groups, degreesOfFreedom, first: -1) / p);

        // Bonferroni's bound over the pairs (for two groups the quantile itself) lies above, the closer the smaller p. From there the
        // bound's slope, and then secants, come down to the quantile without passing it.
        double pairs = groups * (groups - 1) / 2.0;
        var (logQ, slope) = Bonferroni(p / pairs, degreesOfFreedom);
        double excess = Excess(logQ);
        double last = 1;
        while (true)
        {
            // The error that a secant leaves is about the product of those of its two points. (A step that is no number ends it, too.)
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

    /// <summary>The logarithm of the q that one pair of groups exceeds with probability p, and the slope there of ln p over ln q.</summary>
    private static (double LogQ, double Slope) Bonferroni(double p, double degreesOfFreedom)
    {
        double t = StudentT.UpperQuantile(p / 2, degreesOfFreedom);
        return (Math.Log(t * Constants.Sqrt2), -t * Distribution.PDF(0, 1, degreesOfFreedom, t) / StudentT.UpperP(t, degreesOfFreedom));
    }

    private static int Checked(int groups)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 2);
        return groups;
    }

    /// <summary>
    /// The mean of a probability at q s over the distribution of s. It falls in one direction of s: the other comes first, so that the
    /// sum is known by then.
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

                // t - (exp(2 t) - 1) / 2 without cancellation: 0 at its largest, t = 0.
                double weight = Math.Exp(v * (t - (Math.Exp(t) * Math.Sinh(t))));
                weights += weight;

                // A term too small to matter is followed by smaller ones; weights still count.
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
