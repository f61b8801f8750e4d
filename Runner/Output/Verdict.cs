using DbIngest.Analysis.Summary;

namespace DbIngest.Runner.Output;

/// <summary>What a summary means for the exit code.</summary>
internal static class Verdict
{
    /// <summary>The exit code of a summary: the gravest of what its points tell.</summary>
    public static ExitCode Of(SweepSummary summary)
    {
        if (summary.Points.Any(p => p.Audit.Verdict == AuditVerdict.Failed))
        {
            return ExitCode.AuditFailed;
        }

        return summary.Points.Any(p => p.Trials.Incomplete + p.Trials.WarmUpFailed + p.Trials.Unreachable + p.Trials.NotRun > 0)
            ? ExitCode.PointsMissing
            : ExitCode.Done;
    }
}
