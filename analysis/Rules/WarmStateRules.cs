using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 28: the client's code was warm in every trial, and the stretches of an interrupted sweep do not differ. <see
/// cref="PointRules"/> calls it for every point. Its labels stand in <c>RuleLabels</c> too: change both together. It must stay a
/// pure function of the facts, because points are judged on several threads.
/// </summary>
internal static class WarmStateRules
{
    /// <summary>
    /// Judges cold code first, then the difference between stretches: both the test and the ratio must exceed their limits.
    /// </summary>
    public static RuleVerdict Rule28WarmState(PointFacts facts)
    {
        int cold = facts.Measured.Count(trial => trial.ClientCompiledMethods >= RuleLimits.ColdMethods);
        if (cold > 0)
        {
            return RuleVerdict.Broken(
                28, $"cold code",
                    $"In {cold} of {facts.N} measured trials the client compiled {RuleLimits.ColdMethods} methods or more: cold code was timed.");
        }

        // Trials of one block share its deployment, so each block of a stretch counts once, by its mean.
        bool isInBlocks = facts.Summary.Trials.Blocks > 1;
        var stretches = facts.Measured
            .Zip(TrialTimes.Of(facts.Summary.Point, facts.Measured),
                (trial, time) => (trial.Stretch, Repeated: isInBlocks ? trial.Block : trial.Trial, time.ElapsedS))
            .Where(trial => trial.Stretch is not null).GroupBy(trial => trial.Stretch)
            .Select(stretch => stretch.GroupBy(trial => trial.Repeated).Select(one => one.Average(trial => trial.ElapsedS))
                .ToArray())
            .ToList();
        if (stretches.Count < 2)
        {
            return facts.Measured.Any(trial => trial.Stretch is null)
                ? RuleVerdict.NotApplicable(28,
                    "The journal does not say to which stretch between interruptions its trials belong.")
                : RuleVerdict.Kept(28, $"All measured trials ran in one stretch, on code that was warm.");
        }

        double[] means = [.. stretches.Select(stretch => stretch.Average())];
        double ratio = means.Max() / means.Min();
        var test = KruskalWallis.Of(stretches);
        double? level = test?.ExactP ?? test?.P;
        string p = level is { } value ? NumberText.P(value) : "not tested";
        FormattableString reason =
            $"The trials ran in {stretches.Count} stretches between interruptions; the slowest took {ratio:0.00} times as long as the fastest (Kruskal-Wallis {p}).";
        return level <= RuleLimits.StretchLevel && ratio > RuleLimits.StretchRatio
            ? RuleVerdict.Broken(28, $"stretches differ {ratio:0.0}x", reason)
            : RuleVerdict.Kept(28, reason);
    }
}
