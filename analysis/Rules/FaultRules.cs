using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 34: every trial had its fault, the server came back after it, and no acknowledged record was lost.
/// <see cref="PointRules"/> calls it for every point. Its labels stand in <c>RuleLabels</c> too: change both together. It must
/// stay a pure function of the facts, because points are judged on several threads.
/// </summary>
internal static class FaultRules
{
    /// <summary>Judges losses first, then servers that did not come back, then faults that never happened.</summary>
    public static RuleVerdict Rule34Faults(PointFacts facts)
    {
        if (facts.Summary.Fault is not { } fault)
        {
            return RuleVerdict.NotApplicable(34, "The trials have no fault.");
        }

        string words = FaultSentences.Of(fault, facts.Manifest.Configuration.Confidence,
            getsValues: facts.Summary.Point.AddedValues is not null);
        return fault switch
        {
            { WithLoss: > 0 } => RuleVerdict.Broken(34,
                $"lost {NumberText.Count(fault.LostRecords, "record")}", $"{words}"),
            { NotBack: > 0 } => RuleVerdict.Broken(34,
                $"not back after {NumberText.Count(fault.NotBack, "fault")}",
                $"After {fault.NotBack} of {fault.Happened} faults the server did not come back, or nothing was acknowledged any more."),
            { Happened: 0, NotHappened: 0 } => RuleVerdict.NotApplicable(34, "No trial with a fault has run."),
            { NotHappened: > 0 } => RuleVerdict.Broken(34,
                $"fault in {fault.Happened} of {fault.Happened + fault.NotHappened}",
                $"{NumberText.Count(fault.NotHappened, "trial")} ended before the fault was due and had none; give a longer --duration, more records or an earlier time."),
            _ => RuleVerdict.Noted(34, $"{NumberText.Count(fault.Happened, "fault")}", $"{words}"),
        };
    }
}
