namespace DbIngest.Clusters.Reports;

/// <summary>
/// The state of a deployment as of one moment. <c>ClusterCheck</c> creates it. <c>cluster up</c> and <c>cluster check</c>
/// print it, and with <c>--json</c> its properties are the output's format: do not rename them. <c>Cluster.Verify</c> refuses
/// a run by it. Immutable.
/// </summary>
public sealed record ClusterReport
{
    /// <summary>The deployment's name.</summary>
    public required string Name { get; init; }

    /// <summary>The database's name.</summary>
    public required string Database { get; init; }

    /// <summary>The provider.</summary>
    public required string Provider { get; init; }

    /// <summary>The endpoint by which runs open it. It holds no secret.</summary>
    public required string Endpoint { get; init; }

    /// <summary>The path of the state file.</summary>
    public required string StateFile { get; init; }

    /// <summary>True when every node serves and all nodes agree.</summary>
    public required bool IsServing { get; init; }

    /// <summary>Sentences about deviations from the file; empty when there are none.</summary>
    public required IReadOnlyList<string> Deviations { get; init; }

    /// <summary>The nodes, in the order of the file.</summary>
    public required IReadOnlyList<NodeReport> Nodes { get; init; }
}

/// <summary>
/// The state of one node within a <see cref="ClusterReport"/>. <c>ClusterCheck</c> fills it in, and its properties are part of
/// the same output: do not rename them. Values that were not asked for or cannot be known are null.
/// </summary>
public sealed record NodeReport
{
    /// <summary>The node's name.</summary>
    public required string Name { get; init; }

    /// <summary>The node's machine; null for this one.</summary>
    public required string? Host { get; init; }

    /// <summary>The address that clients use.</summary>
    public required string Address { get; init; }

    /// <summary>The client port.</summary>
    public required int Port { get; init; }

    /// <summary>
    /// <c>serving</c>, <c>running</c> (but not serving clients), <c>full</c> (no disk space left), <c>stopped</c>, <c>absent</c>,
    /// <c>foreign</c>, <c>link</c> or <c>unreachable</c>.
    /// </summary>
    public required string State { get; init; }

    /// <summary>The version that the server reports.</summary>
    public string? Version { get; init; }

    /// <summary>Why the node does not serve, or what else the server reports.</summary>
    public string? Detail { get; init; }

    /// <summary>Which measurement failed, and why.</summary>
    public string? NotMeasured { get; init; }

    /// <summary>The process id.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The folder or volume of the node.</summary>
    public string? Folder { get; init; }

    /// <summary>Bytes that the node uses on its disk.</summary>
    public long? UsedBytes { get; init; }

    /// <summary>Free bytes on its disk.</summary>
    public long? FreeBytes { get; init; }

    /// <summary>The device of its disk.</summary>
    public string? Device { get; init; }

    /// <summary>Seconds that its machine's clock is ahead of this one's.</summary>
    public double? ClockOffsetS { get; init; }

    /// <summary>Error bound of <see cref="ClockOffsetS"/> in seconds.</summary>
    public double? ClockErrorS { get; init; }

    /// <summary>Round trip to its port in seconds.</summary>
    public double? RoundTripS { get; init; }

    /// <summary>Bytes per second to its machine, through the launcher.</summary>
    public double? ThereBytesPerS { get; init; }

    /// <summary>Bytes per second from its machine, through the launcher.</summary>
    public double? BackBytesPerS { get; init; }

    /// <summary>Synchronous writes of 4 KiB that its disk completes per second.</summary>
    public double? SyncsPerS { get; init; }

    /// <summary>Bytes per second that its disk writes sequentially, the final sync included.</summary>
    public double? DiskBytesPerS { get; init; }
}
