namespace DbIngest.Clusters.Reports;

/// <summary>What a deployment is like now.</summary>
public sealed record ClusterReport
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its database.</summary>
    public required string Database { get; init; }

    /// <summary>Who runs its nodes.</summary>
    public required string Provider { get; init; }

    /// <summary>The endpoint by which it is measured; no secret is in it.</summary>
    public required string Endpoint { get; init; }

    /// <summary>The file that says what was made.</summary>
    public required string StateFile { get; init; }

    /// <summary>Whether every node serves clients, and all agree.</summary>
    public required bool IsServing { get; init; }

    /// <summary>In what it is not as its file says; empty where it is.</summary>
    public required IReadOnlyList<string> Deviations { get; init; }

    /// <summary>The nodes.</summary>
    public required IReadOnlyList<NodeReport> Nodes { get; init; }
}

/// <summary>What a node is like now. What was not asked for, or cannot be known, is null.</summary>
public sealed record NodeReport
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its machine; null for this one.</summary>
    public required string? Host { get; init; }

    /// <summary>Where clients reach it.</summary>
    public required string Address { get; init; }

    /// <summary>The port that they use.</summary>
    public required int Port { get; init; }

    /// <summary><c>serving</c>, <c>running</c> (it does not serve clients), <c>full</c> (its disk is), <c>stopped</c>, <c>absent</c>, <c>foreign</c>, <c>link</c> or <c>unreachable</c>.</summary>
    public required string State { get; init; }

    /// <summary>The server's version, as it says itself.</summary>
    public string? Version { get; init; }

    /// <summary>Why it does not serve, or what else is to be known.</summary>
    public string? Detail { get; init; }

    /// <summary>What could not be measured, and why.</summary>
    public string? NotMeasured { get; init; }

    /// <summary>Its process.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Its folder, or its volume.</summary>
    public string? Folder { get; init; }

    /// <summary>What it takes on its disk.</summary>
    public long? UsedBytes { get; init; }

    /// <summary>What is free there.</summary>
    public long? FreeBytes { get; init; }

    /// <summary>Its disk.</summary>
    public string? Device { get; init; }

    /// <summary>What its machine's clock shows more than this one's.</summary>
    public double? ClockOffsetS { get; init; }

    /// <summary>By how much that may be wrong.</summary>
    public double? ClockErrorS { get; init; }

    /// <summary>The way to its port and back.</summary>
    public double? RoundTripS { get; init; }

    /// <summary>How fast bytes get there through what reaches its machine.</summary>
    public double? ThereBytesPerS { get; init; }

    /// <summary>How fast they come back.</summary>
    public double? BackBytesPerS { get; init; }

    /// <summary>How often a second its disk writes 4 KiB and says that they are safe.</summary>
    public double? SyncsPerS { get; init; }

    /// <summary>How fast its disk writes what is safe in the end.</summary>
    public double? DiskBytesPerS { get; init; }
}
