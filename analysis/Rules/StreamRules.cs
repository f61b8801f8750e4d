using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 35, about sources that send out of order or twice. <see cref="PointRules"/> calls it for every point. Its labels
/// stand in <c>RuleLabels</c> too: change both together. It must stay a pure function of the facts, because points are judged on
/// several threads.
/// </summary>
internal static class StreamRules
{
    /// <summary>
    /// Notes late records, old periods and second sendings of a point. The rule is broken when nothing was sent twice although
    /// asked for.
    /// </summary>
    public static RuleVerdict Rule35Streams(PointFacts facts)
    {
        var point = facts.Summary.Point;
        string? order = (point.Disorder, point.Backfill) switch
        {
            (null, null) => null,
            ({ } disorder, null) => $"Of the records of each source {disorder.Words}.",
            (null, { } backfill) => $"Of each source {backfill.Words} the new ones.",
            var (disorder, backfill) => $"Of each source {backfill.Words} the new ones, and of its records {disorder.Words}.",
        };
        if (point.Duplicates is null || facts.Summary.Repeats is not { } repeats)
        {
            return order is null
                ? RuleVerdict.NotApplicable(35, "Sources send in the order of time, each record once.")
                : RuleVerdict.Noted(35, $"sent out of order", $"{order}");
        }

        if (repeats is { SentTwice: 0, InDoubt: 0 })
        {
            return RuleVerdict.Broken(35, $"nothing sent twice",
                $"{point.Duplicates.Words} were wanted, and each source has too few batches for one; give more records or a smaller --batch.");
        }

        string words = $"{NumberText.Whole(repeats.SentTwice)} records a trial were sent twice, and the database keeps "
            + $"{(repeats.Expected == Repeats.KeepsBoth ? "both" : "one")}; throughput counts each once.";
        string doubt = repeats.InDoubt == 0 || repeats.Expected != Repeats.KeepsBoth ? string.Empty
            : $" {NumberText.Count(repeats.InDoubt, "record")} of them in doubt: how often they are stored is not judged.";
        return order is null ? RuleVerdict.Noted(35, $"sent twice", $"{words}{doubt}")
            : RuleVerdict.Noted(35, $"sent out of order and twice", $"{order} {words}{doubt}");
    }
}
