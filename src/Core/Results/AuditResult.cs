namespace DbIngest.Core.Results;

/// <summary>
/// The verdict of an audit. <see cref="Trials.Auditor"/> makes it, the journal stores it with its trial, and <c>verify</c>
/// prints it. Figures of a trial without a passed audit must never count. The journal and the messages of source processes hold
/// the members, so they must not be renamed.
/// </summary>
public sealed record AuditResult
{
    /// <summary>
    /// True if every acknowledged record is stored exactly once with its exact content, or twice where it was sent twice and the
    /// database keeps both, and no foreign row is.
    /// </summary>
    public required bool Passed { get; init; }

    /// <summary>Duration of the audit in seconds.</summary>
    public required double ElapsedS { get; init; }

    /// <summary>Number of source processes that audited their own sources. Null if this process audited alone.</summary>
    public int? Processes { get; init; }

    /// <summary>Records that must be stored, over all sources.</summary>
    public required long ExpectedRecords { get; init; }

    /// <summary>Rows read with an acknowledged sequence number, including duplicates.</summary>
    public required long StoredRecords { get; init; }

    /// <summary>Acknowledged records that are not stored.</summary>
    public required long MissingRecords { get; init; }

    /// <summary>
    /// Rows beyond the first with the same source and sequence, apart from those in <see cref="RepeatedRecords"/>.
    /// </summary>
    public required long DuplicateRecords { get; init; }

    /// <summary>
    /// Second rows of records that were sent twice, in a database that keeps both. Null if each record was sent once.
    /// </summary>
    public long? RepeatedRecords { get; init; }

    /// <summary>Rows that no source of the trial can have written.</summary>
    public required long ForeignRecords { get; init; }

    /// <summary>Rows of batches that were never acknowledged. They are allowed and never counted.</summary>
    public required long UnacknowledgedRecords { get; init; }

    /// <summary>
    /// The verdict on records that all lanes share (<c>keys=...:shared</c>). Null without them, and if a source process was lost,
    /// whose writes are unknown.
    /// </summary>
    public SharedAudit? Shared { get; init; }

    /// <summary>One entry per source.</summary>
    public required IReadOnlyList<SourceAudit> Sources { get; init; }

    /// <summary>The mismatches, a sentence each, with the first sequence number concerned. Empty if the audit passed.</summary>
    public required IReadOnlyList<string> Findings { get; init; }

    /// <summary>Adds findings beyond the stored records, for example wrong answers of queries.</summary>
    /// <param name="findings">The findings. Empty if there are none.</param>
    /// <returns>The verdict. Any finding makes it a failed one.</returns>
    public AuditResult With(IReadOnlyList<string> findings) => findings.Count == 0 ? this
        : this with { Passed = false, Findings = [.. Findings, .. findings] };

    /// <summary>
    /// Merges the verdicts of source processes, each on its own sources. The merged audit passes only if every one does.
    /// </summary>
    /// <param name="shares">The verdicts in the order of their sources.</param>
    /// <param name="elapsedS">Duration of the whole audit in seconds.</param>
    public static AuditResult Merge(IReadOnlyList<AuditResult> shares, double elapsedS) => new()
    {
        Passed = shares.All(share => share.Passed),
        ElapsedS = elapsedS,
        ExpectedRecords = shares.Sum(share => share.ExpectedRecords),
        StoredRecords = shares.Sum(share => share.StoredRecords),
        MissingRecords = shares.Sum(share => share.MissingRecords),
        DuplicateRecords = shares.Sum(share => share.DuplicateRecords),
        RepeatedRecords = shares.All(share => share.RepeatedRecords is null) ? null
            : shares.Sum(share => share.RepeatedRecords ?? 0),
        ForeignRecords = shares.Sum(share => share.ForeignRecords),
        UnacknowledgedRecords = shares.Sum(share => share.UnacknowledgedRecords),
        Sources = [.. shares.SelectMany(share => share.Sources)],
        Findings = [.. shares.SelectMany(share => share.Findings)],
        Processes = shares.Count,
    };
}
