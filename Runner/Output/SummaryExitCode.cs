using DbIngest.Analysis.Summary;
using DbIngest.Core.Searches;

namespace DbIngest.Runner.Output;

/// <summary>
/// Maps a summary to an exit code, for <c>run</c>, <c>report</c>, <c>archive</c>, <c>publish</c> and <c>advise</c>. Gates,
/// interruptions and lost databases have other codes, which the verbs decide. Scripts test the code: a failed audit must win over
/// all else here.
/// </summary>
internal static class SummaryExitCode
{
    /// <summary>Returns the most severe exit code among the points.</summary>
    public static ExitCode Of(SweepSummary summary)
    {
        if (summary.Points.Any(p => p.Audit.Verdict == AuditVerdict.Failed))
        {
            return ExitCode.AuditFailed;
        }

        if (summary.Searches.Count > 0)
        {
            // A search raises the rate until trials fail, so failed trials alone are no fault.
            return summary.Searches.Any(search => search.End is SearchEnd.Failing or SearchEnd.Unfinished)
                ? ExitCode.PointsMissing : ExitCode.Done;
        }

        return Missing(summary) > 0 ? ExitCode.PointsMissing : ExitCode.Done;
    }

    /// <summary>
    /// Says why a result has another exit code than 0, for a verb that shows no figures: a sentence without full stop. Null for
    /// 0.
    /// </summary>
    public static string? Why(SweepSummary summary) => Of(summary) switch
    {
        ExitCode.Done => null,
        ExitCode.AuditFailed => "a trial failed its audit, so that its figures are invalid",
        _ when summary.Searches.Count > 0 => "a search has not ended, or was given up since trials failed",
        _ => FormattableString.Invariant(
            $"{Missing(summary)} of {summary.TrialsPlanned} trials did not run or did not complete"),
    };

    private static int Missing(SweepSummary summary) => summary.Points.Sum(
        p => p.Trials.Incomplete + p.Trials.WarmUpFailed + p.Trials.Unreachable + p.Trials.NotRun);

    /// <summary>Returns the most severe exit code among several results: here, the smallest number that is not 0.</summary>
    public static ExitCode Worst(IEnumerable<SweepSummary> summaries) =>
        summaries.Select(Of).Where(code => code != ExitCode.Done).DefaultIfEmpty(ExitCode.Done).Min();

    /// <summary>Returns the exit code of a verb whose output could not be written. A failed audit still wins.</summary>
    /// <param name="code">The exit code by the results.</param>
    public static ExitCode NotWritten(ExitCode code) => code == ExitCode.AuditFailed ? code : ExitCode.PointsMissing;
}
