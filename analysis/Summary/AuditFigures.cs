using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>The audits of a point's trials, summed. Warm-up trials count, because a loss is a loss in any trial.</summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 16 and every claim of a report depend on it. <c>summary.json</c> contains the
/// members, so none may be renamed.
/// </remarks>
public sealed record AuditFigures
{
    /// <summary>Whether the audits passed.</summary>
    public required AuditVerdict Verdict { get; init; }

    /// <summary>Number of audited trials, warm-up included.</summary>
    public required int Audited { get; init; }

    /// <summary>Acknowledged records that were not stored, over all trials.</summary>
    public required long MissingRecords { get; init; }

    /// <summary>Rows beyond the first with the same source and sequence, over all trials.</summary>
    public required long DuplicateRecords { get; init; }

    /// <summary>Rows that no source sent, over all trials.</summary>
    public required long ForeignRecords { get; init; }

    /// <summary>
    /// Acknowledged increments of a mix with <c>rmw</c> or <c>rmw-plain</c>, over all trials. Null without them.
    /// </summary>
    public long? Increments { get; init; }

    /// <summary>Acknowledged increments that another lane's write has undone, over all trials. Null without increments.</summary>
    public long? LostUpdates { get; init; }

    /// <summary>Sums the audits of a point.</summary>
    internal static AuditFigures Of(PointTrials trials)
    {
        AuditResult[] audits = [.. trials.All.Select(trial => trial.Audit).OfType<AuditResult>()];
        bool failed = trials.All.Any(trial => trial.Status == TrialStatus.Invalid)
            || trials.Measured.Any(trial => trial.Audit is { Passed: false });
        bool whole = trials.Measured.Count > 0 && trials.Measured.All(trial => trial.Audit is not null);
        return new AuditFigures
        {
            Verdict = failed ? AuditVerdict.Failed : whole ? AuditVerdict.Passed : AuditVerdict.None,
            Audited = audits.Length,
            MissingRecords = audits.Sum(audit => audit.MissingRecords),
            DuplicateRecords = audits.Sum(audit => audit.DuplicateRecords),
            ForeignRecords = audits.Sum(audit => audit.ForeignRecords),
            Increments = Sum(audits, shared => shared.Increments),
            LostUpdates = Sum(audits, shared => shared.LostUpdates),
        };
    }

    private static long? Sum(AuditResult[] audits, Func<SharedAudit, long?> figure)
    {
        long[] known = [.. audits.Select(audit => audit.Shared is { } shared ? figure(shared) : null).OfType<long>()];
        return known.Length == 0 ? null : known.Sum();
    }
}
