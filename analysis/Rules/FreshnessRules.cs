using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 36: queries see a record once it is acknowledged. <see cref="PointRules"/> calls it for every point. Its labels
/// stand in <c>RuleLabels</c> too: change both together. It must stay a pure function of the facts, because points are judged on
/// several threads.
/// </summary>
internal static class FreshnessRules
{
    /// <summary>Fewest probes for a median.</summary>
    private const int FewestProbes = 30;

    /// <summary>
    /// Judges the probes of a point. Too few probes break the rule, as do missed records where the write path promises that
    /// reads do not lag.
    /// </summary>
    public static RuleVerdict Rule36Freshness(PointFacts facts)
    {
        if (facts.Summary.Freshness is not { } fresh)
        {
            return RuleVerdict.NotApplicable(36, "No probe asked for acknowledged records.");
        }

        if (fresh.Probes < FewestProbes)
        {
            return RuleVerdict.Broken(36, $"only {NumberText.Whole(fresh.Probes)} probes",
                $"{NumberText.Count(fresh.Probes, "probe")} are too few; give a higher --freshness, more records or a --duration.");
        }

        string words = Words(fresh);
        return fresh.MissedAtFirst == 0
            ? RuleVerdict.Noted(36, $"probed", $"{words}")
            : fresh.MayLag
                ? RuleVerdict.Noted(36, $"visible later", $"{words}")
                : RuleVerdict.Broken(36, $"acknowledged, not visible",
                    $"{words} The write path says that an acknowledged record is visible at once.");
    }

    private static string Words(FreshnessFigures fresh)
    {
        string seen = fresh.SeenP50Us is { } median
            ? string.Create(CultureInfo.InvariantCulture,
                $"Half of {fresh.Probes:N0} records were seen within {NumberText.Short(median / 1000)} ms of their acknowledgement")
                + (fresh.NotSeen == 0 ? $", the last after {NumberText.Short(fresh.SeenMaxUs / 1000)} ms." : ".")
            : string.Create(CultureInfo.InvariantCulture,
                $"Of {fresh.Probes:N0} records {fresh.NotSeen:N0} were not seen, too many to tell when half are.");
        return fresh.MissedAtFirst == 0 ? $"{seen} No query missed one; the queries took time beside the load."
            : $"{seen} The first query missed {NumberText.Percent(fresh.MissedShare)} %, and one missed a record "
                + $"{NumberText.Short(fresh.LongestInvisibleS)} s after its acknowledgement.";
    }
}
