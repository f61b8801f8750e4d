namespace DbIngest.Core.Results;

/// <summary>The verdict on what a database holds after a trial.</summary>
public sealed record AuditResult
{
    /// <summary>Whether every acknowledged record is stored exactly once with its exact content, and nothing foreign is.</summary>
    public required bool Passed { get; init; }

    /// <summary>How long the audit took.</summary>
    public required double ElapsedS { get; init; }

    /// <summary>How many processes read, each the records of its own sources; null where it was this one alone.</summary>
    public int? Processes { get; init; }

    /// <summary>Records that had been acknowledged, over all sources.</summary>
    public required long ExpectedRecords { get; init; }

    /// <summary>Rows found with an acknowledged sequence number, repeated ones included.</summary>
    public required long StoredRecords { get; init; }

    /// <summary>Acknowledged records that are not stored.</summary>
    public required long MissingRecords { get; init; }

    /// <summary>Rows beyond the first with the same source and sequence.</summary>
    public required long DuplicateRecords { get; init; }

    /// <summary>Rows that no source of the trial sent.</summary>
    public required long ForeignRecords { get; init; }

    /// <summary>Rows of batches that were never acknowledged; no fault, but never counted.</summary>
    public required long UnacknowledgedRecords { get; init; }

    /// <summary>One entry a source.</summary>
    public required IReadOnlyList<SourceAudit> Sources { get; init; }

    /// <summary>What is wrong, in words, with the first sequence number concerned; empty when passed.</summary>
    public required IReadOnlyList<string> Findings { get; init; }

    /// <summary>Puts the verdicts on shares of the sources together.</summary>
    /// <param name="shares">The verdicts, in the order of their sources.</param>
    /// <param name="elapsedS">How long it took in all.</param>
    /// <returns>The verdict on all.</returns>
    public static AuditResult Merge(IReadOnlyList<AuditResult> shares, double elapsedS) => new()
    {
        Passed = shares.All(share => share.Passed),
        ElapsedS = elapsedS,
        ExpectedRecords = shares.Sum(share => share.ExpectedRecords),
        StoredRecords = shares.Sum(share => share.StoredRecords),
        MissingRecords = shares.Sum(share => share.MissingRecords),
        DuplicateRecords = shares.Sum(share => share.DuplicateRecords),
        ForeignRecords = shares.Sum(share => share.ForeignRecords),
        UnacknowledgedRecords = shares.Sum(share => share.UnacknowledgedRecords),
        Sources = [.. shares.SelectMany(share => share.Sources)],
        Findings = [.. shares.SelectMany(share => share.Findings)],
        Processes = shares.Count,
    };
}
