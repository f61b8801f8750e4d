using DbIngest.Core.Operations;

namespace DbIngest.Core.Results;

/// <summary>
/// The operations of one kind in a trial with a mix (<c>--mix</c>). <see cref="Trials.TrialRecord"/> makes one per kind, and
/// reports show them side by side.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record OperationResult
{
    /// <summary>The kind.</summary>
    public required OperationKind Kind { get; init; }

    /// <summary>Operations completed.</summary>
    public required long Count { get; init; }

    /// <summary>Records inserted, returned, changed or deleted.</summary>
    public required long Records { get; init; }

    /// <summary>Failed attempts, whether the operation was repeated or given up. Conflicts are no errors.</summary>
    public long Errors { get; init; }

    /// <summary>
    /// Acknowledged records that reads did not see yet, in a store that applies its log after it has acknowledged. Null if
    /// there are none.
    /// </summary>
    public long? LateRecords { get; init; }

    /// <summary>
    /// Attempts that lost a race against another client and were repeated or left out. Null in results of older versions.
    /// </summary>
    public long? Conflicts { get; init; }

    /// <summary>
    /// Operations that were left out because their conflicts did not end within 30 s. Null in results of older versions.
    /// </summary>
    public long? LeftOut { get; init; }

    /// <summary>
    /// Deletions that the database answered with: no such record. They count as operations and not in <see cref="Records"/>.
    /// Null if there are none, and for a database that does not tell.
    /// </summary>
    public long? Absent { get; init; }

    /// <summary>Service times: from sending an operation to its acknowledgement or complete answer, retries included.</summary>
    public LatencySummary? Latency { get; init; }
}
