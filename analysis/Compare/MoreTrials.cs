using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// How many more trials (or runs, where a side has several) on each side make a verdict likely, if ratio and variances stay as they are: until the half-width of the
/// interval of the log ratio (delta method) is smaller than its distance from 0 (a difference is then found), or than its
/// distance from the threshold (equivalence is).
/// </summary>
internal static class MoreTrials
{
    /// <summary>The fewest that give a variance; without one nothing else can be said.</summary>
    private const int Fewest = 2;

    /// <param name="pairs">How many pairs there are, and the standard deviation of ln ratio; one pair leaves it unknown.</param>
    /// <param name="ratio">The ratio.</param>
    /// <param name="threshold">The practical threshold as a share.</param>
    /// <param name="level">The level of the tests, below 0.5.</param>
    /// <param name="family">The points that are tested together.</param>
    public static int? OfPairs((int N, double Sd) pairs, double ratio, double threshold, double level, int family)
    {
        // Below, no arrangement of signs is rare enough: for an interval at all, or for a difference among so many points.
        int Least(double p) => Enumerable.Range(pairs.N + 1, Comparison.MoreTrialsMost).FirstOrDefault(n => PairedTest.SmallestP(n) <= p * (1 + 1e-9), int.MaxValue);
        return pairs.N == 1
            ? Least(level) - pairs.N

            // A pair is one value, so that its variation is all there is.
            : For((pairs.N, pairs.Sd), (pairs.N, 0), autocorrelation: 0, ratio, threshold, level, family, (Least(level / family), Least(level)));
    }

    /// <param name="a">How many of A there are, and their coefficient of variation.</param>
    /// <param name="b">The same of B.</param>
    /// <param name="autocorrelation">How each depends on the one before.</param>
    /// <param name="ratio">The ratio.</param>
    /// <param name="threshold">The practical threshold as a share.</param>
    /// <param name="level">The level of the tests, below 0.5.</param>
    /// <param name="family">The points that are tested together.</param>
    /// <param name="least">The fewest of a side that can show a difference, and an equivalence.</param>
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
        for (int more = 1; more <= Comparison.MoreTrialsMost; more++)
        {
            double error = Math.Sqrt(Squared(cvA, a.N + more, autocorrelation) + Squared(cvB, b.N + more, autocorrelation));
            int fewer = Math.Min(a.N, b.N) + more;
            double degrees = Math.Max(1, EffectiveSize.Of(fewer, autocorrelation) - 1);
            if ((fewer >= least.Difference && StudentT.TwoSided(1 - (level / family), degrees) * error < distance)
                || (fewer >= least.Equivalence && StudentT.TwoSided(1 - (2 * level), degrees) * error < margin))
            {
                return more;
            }
        }

        return null;
    }

    private static double Squared(double cv, int n, double autocorrelation) =>
        cv * cv / n * EffectiveSize.VarianceFactor(n, autocorrelation);
}
