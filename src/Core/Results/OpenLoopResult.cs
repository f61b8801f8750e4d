namespace DbIngest.Core.Results;

/// <summary>What a trial measures besides when its records arrive at a rate, whatever the database does.</summary>
public sealed record OpenLoopResult
{
    /// <summary>
    /// Response time of a batch: from the moment it arrived, which the rate alone decides, to its acknowledgement. The time that a
    /// late batch waited for its turn is part of it, unlike in the service time (<see cref="TrialResult.Latency"/>). Null when no
    /// batch was acknowledged.
    /// </summary>
    public LatencySummary? Response { get; init; }

    /// <summary>Records a second that arrived, over all sources; null in results that do not say.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>The most batches that had arrived and waited for their turn: the sum of each source's most.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Batches that had arrived when the trial's time was over and that were never begun: their response time is not in the histogram.</summary>
    public required long LastBacklogBatches { get; init; }
}
