using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>Retries and losses, summed over a point's trials after the warm-up, whatever their status.</summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 15 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record FaultCounts
{
    /// <summary>Attempts after a failure.</summary>
    public required long Retries { get; init; }

    /// <summary>
    /// Attempts that lost a race against another client. They are part of normal work and neither failures nor retries.
    /// </summary>
    public long Conflicts { get; init; }

    /// <summary>Records acknowledged after a retry; they do not count as throughput.</summary>
    public required long RetriedRecords { get; init; }

    /// <summary>Operations of a mix acknowledged after a retry; they do not count as throughput.</summary>
    public long RetriedOperations { get; init; }

    /// <summary>Operations of a mix sent and never acknowledged.</summary>
    public long FailedOperations { get; init; }

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
            Conflicts = counted.Sum(trial => trial.Conflicts ?? 0),
            RetriedOperations = counted.Sum(trial => trial.RetriedOperations ?? 0),
            FailedOperations = counted.Sum(trial => trial.FailedOperations ?? 0),
            ResolvedBatches = counted.Sum(trial => trial.ResolvedBatches),
        };
    }
}
