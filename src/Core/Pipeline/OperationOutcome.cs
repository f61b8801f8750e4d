using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The operations of one kind within a <see cref="MixOutcome"/>. <c>OperationCounts</c> creates one per lane and kind,
/// source processes send it to their parent as JSON, and <c>TrialRecord</c> copies it into the trial's result. A new count must
/// also be added to <c>Merge</c>.
/// </summary>
/// <param name="Kind">The kind.</param>
/// <param name="Records">Records inserted, returned, changed or deleted.</param>
/// <param name="Errors">Failed attempts, whether the operation was repeated or given up. Conflicts are no errors.</param>
/// <param name="Latency">Service times, one per completed operation.</param>
public sealed record OperationOutcome(OperationKind Kind, long Records, long Errors, LatencyHistogram Latency)
{
    /// <summary>Attempts that lost a race against another client and were repeated or left out.</summary>
    public long Conflicts { get; init; }

    /// <summary>Operations that were left out because their conflicts did not end in time.</summary>
    public long LeftOut { get; init; }

    /// <summary>Acknowledged records that reads did not see yet, in a store whose reads may lag.</summary>
    public long Late { get; init; }

    /// <summary>Deletions of which the database said that there was no such record. They are no errors.</summary>
    public long Absent { get; init; }

    /// <summary>Merges the outcomes that several lanes or processes have of one kind.</summary>
    /// <param name="parts">At least one.</param>
    public static OperationOutcome Merge(IReadOnlyList<OperationOutcome> parts) => new(
        parts[0].Kind,
        parts.Sum(part => part.Records),
        parts.Sum(part => part.Errors),
        LatencyHistogram.Merged(parts.Select(part => part.Latency)))
    {
        Conflicts = parts.Sum(part => part.Conflicts),
        LeftOut = parts.Sum(part => part.LeftOut),
        Late = parts.Sum(part => part.Late),
        Absent = parts.Sum(part => part.Absent),
    };
}
