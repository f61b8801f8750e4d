using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Estimates the number of further trials (or runs, where a side has several) per side that make a verdict likely, if ratio and
/// variances stay as they are: until the half-width of the interval of the log ratio (delta method) is smaller than its distance
/// from 0, which shows a difference, or than its distance from the threshold, which shows equivalence.
/// <see cref="PointComparisons"/> asks for points without a verdict. The answer is advice for the reader: no trial is added
/// because of it.
/// </summary>
internal static class FurtherTrialsEstimate
{
    /// <summary>Two repetitions give a first variance.</summary>
    private const int Fewest = 2;

    /// <summary>Computes the further pairs of a sweep of pairs.</summary>
    /// <param name="pairs">Number of pairs, and the standard deviation of ln ratio; one pair leaves it unknown.</param>
    /// <param name="threshold">Practical threshold as a share.</param>
    /// <param name="level">Level of the tests, below 0.5.</param>
    /// <param name="family">Number of points tested together.</param>
    /// <param name="ratio">Measured ratio B / A.</param>
    /// <returns>Number of pairs, at least 1. Null above <see cref="Comparison.MoreTrialsMost"/>.</returns>
    public static int? OfPairs((int N, double Sd) pairs, double ratio, double threshold, double level, int family)
    {
        // With fewer pairs no arrangement of signs is rare enough for an interval, or for a difference at this many points.
        int Least(double p) => Enumerable.Range(pairs.N + 1, Comparison.MoreTrialsMost)
            .FirstOrDefault(n => PairedTest.SmallestP(n) <= p * (1 + 1e-9), int.MaxValue);
        return pairs.N == 1
            ? Least(level) - pairs.N

            // Each pair is one value with the whole variation; the other side adds none.
            : For((pairs.N, pairs.Sd), (pairs.N, 0), autocorrelation: 0, ratio, threshold, level, family,
                (Least(level / family), Least(level)));
    }

    /// <summary>Computes the further repetitions per side of two independent sides.</summary>
    /// <param name="a">Number and coefficient of variation of A's repetitions.</param>
    /// <param name="b">Number and coefficient of variation of B's repetitions.</param>
    /// <param name="autocorrelation">Lag-1, from 0 to below 1.</param>
    /// <param name="threshold">Practical threshold as a share.</param>
    /// <param name="level">Level of the tests, below 0.5.</param>
    /// <param name="family">Number of points tested together.</param>
    /// <param name="least">Fewest repetitions per side that can show a difference, and an equivalence.</param>
    /// <param name="ratio">Measured ratio B / A.</param>
    /// <returns>Number of repetitions per side, at least 1. Null above <see cref="Comparison.MoreTrialsMost"/>.</returns>
    public static int? For(
        (int N, double? Cv) a,
        (int N, double? Cv) b,
        double autocorrelation,
        double ratio,
        double threshold,
        double level,
        int family,
        (int Difference, int Equivalence) least = default)
    {
        if (a.Cv is not { } cvA || b.Cv is not { } cvB)
        {
            return Fewest - Math.Min(a.N, b.N);
        }

        double distance = Math.Abs(Math.Log(ratio));
        double margin = -Math.Log(1 - threshold) - distance;
        int fewest = Math.Min(a.N, b.N);
        var difference = Bound.Of(1 - (level / family), fewest);
        var equivalence = Bound.Of(1 - (2 * level), fewest);
        for (int more = 1; more <= Comparison.MoreTrialsMost; more++)
        {
            double error = Math.Sqrt(Squared(cvA, a.N + more, autocorrelation) + Squared(cvB, b.N + more, autocorrelation));
            int fewer = fewest + more;
            double degrees = Math.Max(1, EffectiveSize.Of(fewer, autocorrelation) - 1);
            if ((fewer >= least.Difference && difference.IsWithin(distance, degrees, error))
                || (fewer >= least.Equivalence && equivalence.IsWithin(margin, degrees, error)))
            {
                return more;
            }
        }

        return null;
    }

    private static double Squared(double cv, int n, double autocorrelation) =>
        cv * cv / n * EffectiveSize.VarianceFactor(n, autocorrelation);

    /// <summary>
    /// Tells whether the half-width of an interval is below a distance. The search for a critical value takes more time than all
    /// else here, so it is left out wherever even the smallest critical value makes the interval too wide.
    /// </summary>
    /// <param name="Confidence">Level of the interval.</param>
    /// <param name="SmallestT">
    /// Critical value at the most degrees of freedom that the loop reaches; every other one is larger.
    /// </param>
    private readonly record struct Bound(double Confidence, double SmallestT)
    {
        public static Bound Of(double confidence, int fewest) =>
            new(confidence, StudentT.TwoSided(confidence, fewest + Comparison.MoreTrialsMost - 1));

        public bool IsWithin(double distance, double degrees, double error) =>
            SmallestT * error < distance && StudentT.HalfWidth(Confidence, degrees, error) < distance;
    }
}
