using DbIngest.Core.Audit;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Workers;

/// <summary>An outcome in a form that travels: the histogram as text.</summary>
internal sealed record WorkerOutcome
{
    public required IReadOnlyList<SourceOutcome> Sources { get; init; }

    public required IReadOnlyList<IReadOnlyList<SequenceRange>> Unacknowledged { get; init; }

    public required string Latency { get; init; }

    public required long AcknowledgedRecords { get; init; }

    public required long RetriedRecords { get; init; }

    public required long FailedRecords { get; init; }

    public required long Retries { get; init; }

    public required long ResolvedBatches { get; init; }

    public required long AllocatedBytes { get; init; }

    public required int Collections { get; init; }

    public required string? Error { get; init; }

    public static WorkerOutcome Of(IngestOutcome outcome) => new()
    {
        Sources = outcome.Sources,
        Unacknowledged = outcome.Unacknowledged,
        Latency = outcome.Latency.Encode(),
        AcknowledgedRecords = outcome.AcknowledgedRecords,
        RetriedRecords = outcome.RetriedRecords,
        FailedRecords = outcome.FailedRecords,
        Retries = outcome.Retries,
        ResolvedBatches = outcome.ResolvedBatches,
        AllocatedBytes = outcome.AllocatedBytes,
        Collections = outcome.Collections,
        Error = outcome.Error,
    };

    /// <exception cref="FormatException">The histogram is damaged.</exception>
    public IngestOutcome ToOutcome() => new()
    {
        Sources = Sources,
        Unacknowledged = Unacknowledged,
        Latency = LatencyHistogram.Decode(Latency),
        AcknowledgedRecords = AcknowledgedRecords,
        RetriedRecords = RetriedRecords,
        FailedRecords = FailedRecords,
        Retries = Retries,
        ResolvedBatches = ResolvedBatches,
        AllocatedBytes = AllocatedBytes,
        Collections = Collections,
        Error = Error,
    };
}
