using DbIngest.Core.Latency;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The part of an <see cref="IngestOutcome"/> that only an open loop (<c>--rate</c>) has. <see cref="LocalIngestRun"/> makes one
/// per process, the parent merges them, and <see cref="Trials.TrialRecord"/> stores the sum in the trial's result. A new member
/// must also be added to <see cref="Merge"/>.
/// </summary>
public sealed record OpenLoopOutcome
{
    /// <summary>
    /// Response times of all sources, from when a batch was due to its acknowledgement: how long equipment waited.
    /// </summary>
    public required LatencyHistogram Response { get; init; }

    /// <summary>Sum over the sources of the most batches that waited for a lane.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Batches that had arrived but were not taken when the ingestion ended.</summary>
    public required long LastBacklogBatches { get; init; }

    /// <summary>Merges the outcomes of several processes. Null for an empty list.</summary>
    public static OpenLoopOutcome? Merge(IReadOnlyList<OpenLoopOutcome> parts) => parts.Count == 0
        ? null
        : new OpenLoopOutcome
        {
            Response = LatencyHistogram.Merged(parts.Select(p => p.Response)),
            LargestBacklogBatches = parts.Sum(p => p.LargestBacklogBatches),
            LastBacklogBatches = parts.Sum(p => p.LastBacklogBatches),
        };
}
