using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>What a point whose records arrived at a rate has besides.</summary>
public sealed record OpenLoopFigures
{
    /// <summary>Response times: from the arrival of a batch to its acknowledgement. Null when no histogram holds one.</summary>
    public required LatencyFigures? Response { get; init; }

    /// <summary>The most batches that waited for their turn in a trial.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Batches that had arrived and were never begun when a trial's time was over; the most of a trial.</summary>
    public required long LastBacklogBatches { get; init; }

    /// <summary>The figures of some trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>The figures; null when they were a closed loop.</returns>
    public static OpenLoopFigures? Of(IReadOnlyList<TrialResult> trials)
    {
        OpenLoopResult[] open = [.. trials.Select(trial => trial.OpenLoop).OfType<OpenLoopResult>()];
        return open.Length == 0
            ? null
            : new OpenLoopFigures
            {
                Response = LatencyFigures.Of(open.Select(result => result.Response)),
                LargestBacklogBatches = open.Max(result => result.LargestBacklogBatches),
                LastBacklogBatches = open.Max(result => result.LastBacklogBatches),
            };
    }
}
