using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// How many trials more on each side make a verdict likely, if ratio and variances stay as they are: until the half-width of the
/// interval of the log ratio (delta method) is smaller than its distance from 0 (a difference is then found), or than its
/// distance from the threshold (equivalence is).
/// </summary>
internal static class MoreTrials
{
    /// <summary>The fewest trials that give a variance; without one nothing else can be said.</summary>
    private const int Fewest = 2;

    public static int? For(
        SampleStatistics a, SampleStatistics b, double ratio, double threshold, double level, int family)
    {
        if (a.Cv is not { } cvA || b.Cv is not { } cvB)
        {
            return Fewest - Math.Min(a.N, b.N);
        }

        double distance = Math.Abs(Math.Log(ratio));
        double margin = -Math.Log(1 - threshold) - distance;
        for (int more = 1; more <= Comparison.MoreTrialsMost; more++)
        {
            double varianceA = cvA * cvA / (a.N + more);
            double varianceB = cvB * cvB / (b.N + more);
            double error = Math.Sqrt(varianceA + varianceB);
            double degrees = Math.Min(a.N, b.N) + more - 1;
            if (StudentT.TwoSided(1 - (level / family), degrees) * error < distance
                || StudentT.TwoSided(1 - (2 * level), degrees) * error < margin)
            {
                return more;
            }
        }

        return null;
    }
}
