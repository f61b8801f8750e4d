namespace DbIngest.Core.Results;

/// <summary>What lay between the client and a node before the first trial, and what the node's disk could do. What was not measured, or does not apply, is null.</summary>
public sealed record NodeLimits
{
    /// <summary>The node, by its name in the deployment.</summary>
    public required string Node { get; init; }

    /// <summary>The shortest way to its port and back, in seconds.</summary>
    public double? RoundTripS { get; init; }

    /// <summary>How fast bytes got there through what reaches its machine: no less than the network has.</summary>
    public double? ThereBytesPerS { get; init; }

    /// <summary>How fast they came back.</summary>
    public double? BackBytesPerS { get; init; }

    /// <summary>How often a second its disk wrote 4 KiB and said that they are safe.</summary>
    public double? SyncsPerS { get; init; }

    /// <summary>How fast its disk wrote what was safe in the end.</summary>
    public double? DiskBytesPerS { get; init; }
}
