using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>Retries and losses, summed over a point's trials after the warm-up, whatever their status.</summary>
/// <remarks><see cref="PointSummaries"/> computes it; rule 15 judges it.</remarks>
public sealed record FaultCounts
{
    /// <summary>Attempts beyond the first of each batch.</summary>
    public required long Retries { get; init; }

    /// <summary>Records acknowledged after a retry; they do not count as throughput.</summary>
    public required long RetriedRecords { get; init; }

    /// <summary>Records sent and never acknowledged.</summary>
    public required long FailedRecords { get; init; }

    /// <summary>Batches whose acknowledgement was lost and that were found stored.</summary>
    public required long ResolvedBatches { get; init; }

    /// <summary>Sums the trials after the warm-up.</summary>
    public static FaultCounts Of(IEnumerable<TrialResult> trials)
    {
        TrialResult[] counted = [.. trials.Where(trial => !trial.WarmUp)];
        return new FaultCounts
        {
            Retries = counted.Sum(trial => trial.Retries),
            RetriedRecords = counted.Sum(trial => trial.RetriedRecords),
            FailedRecords = counted.Sum(trial => trial.FailedRecords),
            ResolvedBatches = counted.Sum(trial => trial.ResolvedBatches),
        };
    }
}
