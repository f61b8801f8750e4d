using DbIngest.Core.Latency;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// How far a running ingestion is, for live displays and exports. <see cref="IIngestRun.Snapshot"/> takes it while lanes write,
/// about once per second, so that its members may differ by the batches of a moment. <c>Dashboard</c> and <c>SweepTelemetry</c>
/// read it, and a source process sends it to its parent. No result file contains it. A new member must also be added to
/// <see cref="Sum"/>.
/// </summary>
public sealed record IngestSnapshot
{
    /// <summary>Records acknowledged so far, or operations for a mix.</summary>
    public long AcknowledgedRecords { get; init; }

    /// <summary>Attempts after a failure so far. Conflicts do not count.</summary>
    public long Retries { get; init; }

    /// <summary>Batches that have arrived and that no lane has taken. Null in a closed loop.</summary>
    public long? BacklogBatches { get; init; }

    /// <summary>
    /// Response times so far in an open loop, service times in a closed loop. Null while a source process has not reported.
    /// </summary>
    public LatencyHistogram? Latency { get; init; }

    /// <summary>Adds the parts of several processes.</summary>
    /// <param name="parts">One part per process. Null for a process that has not reported yet.</param>
    public static IngestSnapshot Sum(IReadOnlyCollection<IngestSnapshot?> parts)
    {
        var known = parts.OfType<IngestSnapshot>().ToList();
        return new IngestSnapshot
        {
            AcknowledgedRecords = known.Sum(part => part.AcknowledgedRecords),
            Retries = known.Sum(part => part.Retries),
            BacklogBatches = known.Any(part => part.BacklogBatches is not null)
                ? known.Sum(part => part.BacklogBatches ?? 0) : null,
            Latency = known.Any(part => part.Latency is not null)
                ? LatencyHistogram.Merged(known.Select(part => part.Latency).OfType<LatencyHistogram>()) : null,
        };
    }
}
