using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 38: enough of the questions beside the load were asked and answered. <see cref="PointRules"/> calls it for every
/// point. Its labels stand in <c>RuleLabels</c> too: change both together. It must stay a pure function of the facts, because
/// points are judged on several threads.
/// </summary>
internal static class QueryRules
{
    /// <summary>Fewest answers to a kind of question for a median.</summary>
    private const int FewestAnswers = 30;

    /// <summary>Judges the questions of a point. Too few answers, or questions that were never sent, break the rule.</summary>
    public static RuleVerdict Rule38Queries(PointFacts facts)
    {
        if (facts.Summary.Queries is not { } kinds)
        {
            return RuleVerdict.NotApplicable(38, "No question was asked beside the load.");
        }

        var least = kinds.MinBy(kind => kind.Answers)!;
        if (least.Answers < FewestAnswers)
        {
            return RuleVerdict.Broken(38, $"only {NumberText.Whole(least.Answers)} answers to a question",
                $"{NumberText.Count(least.Answers, "answer")} to '{LoadWords.Of(least.Kind)}' are too few; give a higher --queries, more records or a --duration.");
        }

        long skipped = kinds.Sum(kind => kind.Skipped);
        if (skipped > 0)
        {
            return RuleVerdict.Broken(38, $"{NumberText.Whole(skipped)} questions not asked",
                $"Checking the answers took longer than the time between questions; give a lower --queries.");
        }

        // Rule 14 reports a histogram that cannot be read.
        string words = string.Join(", ", kinds.Where(kind => kind.Response is not null).Select(kind =>
            $"{LoadWords.Of(kind.Kind)} {LoadWords.Milliseconds(kind.Response!.P50Us)}"));
        string times = words.Length > 0 ? $"Half of the answers took at most: {words}."
            : "No times of the answers could be read.";
        long answers = kinds.Sum(kind => kind.Answers);
        long behind = kinds.Sum(kind => kind.Behind);
        return behind == 0
            ? RuleVerdict.Noted(38, $"questioned", $"{times} They took time beside the load.")
            : RuleVerdict.Noted(38, $"answers behind {NumberText.Percent((double)behind / answers)} %",
                $"{times} {NumberText.Whole(behind)} of {NumberText.Whole(answers)} lacked records that were acknowledged.");
    }
}
