using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// How much is to be ingested and how: nothing but data, so that it travels whole to a source process. Into what, and where the
/// records come from, is handed over beside it.
/// </summary>
public sealed record IngestRequest
{
    /// <summary>How the sources are spread over processes. An engine of one process runs all of them.</summary>
    public required SourceLayout Layout { get; init; }

    /// <summary>Records each source writes; with a <see cref="Duration"/>, the most that it writes.</summary>
    public required long RecordsPerSource { get; init; }

    /// <summary>Records a batch.</summary>
    public required int Batch { get; init; }

    /// <summary>Batches of a source that may be unacknowledged at once: its lanes, each with a writer of its own.</summary>
    public required int InFlight { get; init; }

    /// <summary>For how long batches are begun, from the common start; null when the records alone decide.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>How fast records arrive; null in a closed loop, where each lane begins its next batch when it has ended the one before.</summary>
    public Plan.ArrivalRate? Rate { get; init; }

    /// <summary>
    /// What is done besides inserting batches; null where it is nothing. With a mix, each source has its
    /// <see cref="RecordsPerSource"/> loaded before the start, and then does as many operations, or those of the
    /// <see cref="Duration"/>; a <see cref="Rate"/> is one of operations.
    /// </summary>
    public OperationMix? Mix { get; init; }

    /// <summary>Of the arrivals, and of the operations.</summary>
    public ulong Seed { get; init; }

    /// <summary>The number of the trial within its point. Each trial draws arrivals of its own; trials of equal number, as those of a pair, share them.</summary>
    public int Trial { get; init; }

    /// <summary>The seed of the arrivals of this trial.</summary>
    internal ulong ArrivalSeed => SplitMix64.Mix(Seed + (ulong)Trial);

    /// <summary>What happens to a batch whose write fails.</summary>
    public required RetryOptions Retry { get; init; }

    /// <summary>What the trials of a point ingest.</summary>
    /// <param name="point">The point.</param>
    /// <param name="seed">The seed of arrivals, where the point has a rate.</param>
    /// <param name="retry">What happens to a batch whose write fails.</param>
    /// <returns>The request.</returns>
    public static IngestRequest Of(Plan.Point point, ulong seed, RetryOptions retry) => new()
    {
        Layout = point.Sources,
        RecordsPerSource = point.RecordsPerSource,
        Batch = point.Batch,
        InFlight = point.InFlight,
        Duration = point.DurationS is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        Rate = point.Rate,
        Mix = point.Mix,
        Seed = seed,
        Retry = retry,
    };

    /// <summary>The table that it needs.</summary>
    /// <param name="schema">The shape of the records.</param>
    /// <returns>The table.</returns>
    public TrialTable TableOf(RecordSchema schema) => new(schema, Layout.Total, RecordsPerSource, Mix is not null);

    /// <summary>What the operations of the mix are a function of.</summary>
    /// <returns>The same for every lane.</returns>
    /// <exception cref="InvalidOperationException">There is no mix.</exception>
    public OperationRequest ToOperations() =>
        new(Mix ?? throw new InvalidOperationException("There is no mix."), Seed, InFlight, Batch, RecordsPerSource);
}
