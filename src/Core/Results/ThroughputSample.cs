namespace DbIngest.Core.Results;

/// <summary>One sample within a trial, about once a second and at its end.</summary>
public sealed record ThroughputSample
{
    /// <summary>Time since the common start.</summary>
    public required double AtS { get; init; }

    /// <summary><c>ingest</c> until the last acknowledgement, then <c>settle</c>.</summary>
    public required string Phase { get; init; }

    /// <summary>Records acknowledged so far, all sources together.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>CPU seconds that the client has used since the start.</summary>
    public required double ClientCpuS { get; init; }

    /// <summary>The client's resident memory.</summary>
    public required long ClientRssBytes { get; init; }

    /// <summary>CPU seconds that the server's processes have used since the start; null when it is not a local server.</summary>
    public double? ServerCpuS { get; init; }

    /// <summary>The server's resident memory, proportional share of shared pages; null when it is not a local server.</summary>
    public long? ServerRssBytes { get; init; }

    /// <summary>Bytes the server's processes caused to be written to storage since the start; null when not known.</summary>
    public long? ServerWrittenBytes { get; init; }
}
