using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 37, about throughput that falls while data grow. <see cref="PointRules"/> calls it for every point. Its labels
/// stand in <c>RuleLabels</c> too: change both together. It must stay a pure function of the facts, because points are judged on
/// several threads.
/// </summary>
internal static class GrowthRules
{
    /// <summary>
    /// Notes the point when throughput still fell at the end of more than half of its trials that are long enough to tell.
    /// </summary>
    public static RuleVerdict Rule37Level(PointFacts facts)
    {
        if (facts.Summary.Growth is not { Judged: > 0 } growth)
        {
            return RuleVerdict.NotApplicable(37,
                "No trial is long enough to say whether its throughput is at its level: 40 samples, about a second each, before the first source ends, without a mix, a rate or a fault.");
        }

        return 2 * growth.StillFalling > growth.Judged
            ? RuleVerdict.Noted(37, $"still falling {NumberText.Percent(-growth.EndChangeShare)} %",
                $"Throughput still fell in the second half of {growth.StillFalling} of {NumberText.Count(growth.Judged, "trial")}: it is not at its level, and the figure depends on how long a trial is.")
            : RuleVerdict.Kept(37,
                $"Throughput fell in the second half of {growth.StillFalling} of {NumberText.Count(growth.Judged, "trial")}.");
    }
}
