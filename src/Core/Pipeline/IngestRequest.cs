using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>What is to be ingested, into what, and how.</summary>
public sealed record IngestRequest
{
    /// <summary>The prepared target.</summary>
    public required ITarget Target { get; init; }

    /// <summary>Where the records come from.</summary>
    public required IWorkload Workload { get; init; }

    /// <summary>How the sources are spread over processes. An engine of one process runs all of them.</summary>
    public required Sweeps.SourceLayout Layout { get; init; }

    /// <summary>Records each source writes; with a <see cref="Duration"/>, the most that it writes.</summary>
    public required long RecordsPerSource { get; init; }

    /// <summary>Records a batch.</summary>
    public required int Batch { get; init; }

    /// <summary>Batches of a source that may be unacknowledged at once: its lanes, each with a writer of its own.</summary>
    public required int InFlight { get; init; }

    /// <summary>For how long batches are begun, from the common start; null when the records alone decide.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>How fast records arrive; null in a closed loop, where each lane begins its next batch when it has ended the one before.</summary>
    public Sweeps.ArrivalRate? Rate { get; init; }

    /// <summary>Of the arrivals.</summary>
    public ulong Seed { get; init; }

    /// <summary>What happens to a batch whose write fails.</summary>
    public required RetryOptions Retry { get; init; }
}
