using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// One sample of a trial. <see cref="Measurement.TrialSampler"/> takes a sample about once a second, one more at the last
/// acknowledgement, and the last one when the database has settled. Samples show the course of a trial in figures and
/// <c>samples.csv</c>. Throughput must never be computed from them.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record ThroughputSample
{
    /// <summary>Seconds since the common start.</summary>
    public required double AtS { get; init; }

    /// <summary><c>ingest</c> until the last acknowledgement, then <c>settle</c>.</summary>
    public required string Phase { get; init; }

    /// <summary>Records acknowledged so far, over all sources. 0 with a mix.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>Operations of a mix acknowledged so far. Null without a mix.</summary>
    public long? AcknowledgedOperations { get; init; }

    /// <summary>CPU seconds of the client since the common start.</summary>
    public required double ClientCpuS { get; init; }

    /// <summary>Resident memory of the client in bytes.</summary>
    public required long ClientRssBytes { get; init; }

    /// <summary>CPU seconds of the server since the common start. Null unless the server is local.</summary>
    public double? ServerCpuS { get; init; }

    /// <summary>
    /// Resident memory of the server in bytes, with the proportional share of shared pages. Null unless the server is local.
    /// </summary>
    public long? ServerRssBytes { get; init; }

    /// <summary>Bytes that the server wrote to storage since the common start. Null if unknown.</summary>
    public long? ServerWrittenBytes { get; init; }

    /// <summary>Acknowledged records, or operations of a mix.</summary>
    [JsonIgnore]
    public long Acknowledged => AcknowledgedOperations ?? AcknowledgedRecords;
}
