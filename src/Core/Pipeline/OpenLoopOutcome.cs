using DbIngest.Core.Latency;

namespace DbIngest.Core.Pipeline;

/// <summary>What is known of an ingestion whose records arrived at a rate, beyond what every ingestion has.</summary>
public sealed record OpenLoopOutcome
{
    /// <summary>From the moment a batch was due to its acknowledgement, over all sources: what the equipment waited.</summary>
    public required LatencyHistogram Response { get; init; }

    /// <summary>The most batches that waited for a lane, as the sum of each source's most.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Batches that had arrived, and that no lane had taken, when the ingestion ended.</summary>
    public required long LastBacklogBatches { get; init; }

    /// <summary>Puts the parts of several processes together.</summary>
    /// <param name="parts">The parts; none in a closed loop.</param>
    /// <returns>The whole; null when there is no part.</returns>
    public static OpenLoopOutcome? Merge(IReadOnlyList<OpenLoopOutcome> parts) => parts.Count == 0
        ? null
        : new OpenLoopOutcome
        {
            Response = LatencyHistogram.Merged(parts.Select(p => p.Response)),
            LargestBacklogBatches = parts.Sum(p => p.LargestBacklogBatches),
            LastBacklogBatches = parts.Sum(p => p.LastBacklogBatches),
        };
}
