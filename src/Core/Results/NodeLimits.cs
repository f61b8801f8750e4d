namespace DbIngest.Core.Results;

/// <summary>
/// Capacity of the network to one node of a deployment and of the node's disk. The verb <c>run</c> measures each node before the
/// first trial of a new sweep, and a rule compares the load of each point with the capacities. Members that were not measured
/// are null.
/// </summary>
/// <remarks>
/// The manifest stores the members, so they must not be renamed. <c>Cluster.Limits</c> measures, <c>RunVerb</c> stores, and
/// <c>BottleneckRules</c> compares. For a server without a deployment that rule makes one with the round trip alone, so it must
/// check for null before it compares.
/// </remarks>
public sealed record NodeLimits
{
    /// <summary>Name of the node in the deployment.</summary>
    public required string Node { get; init; }

    /// <summary>Shortest round trip to its port in seconds.</summary>
    public double? RoundTripS { get; init; }

    /// <summary>Bytes per second sent to the node through its launcher: a lower bound of the network's capacity.</summary>
    public double? ThereBytesPerS { get; init; }

    /// <summary>Bytes per second received from the node in the same way.</summary>
    public double? BackBytesPerS { get; init; }

    /// <summary>Synced writes of 4 KiB per second on its disk.</summary>
    public double? SyncsPerS { get; init; }

    /// <summary>Bytes per second written to its disk, including a final sync.</summary>
    public double? DiskBytesPerS { get; init; }
}
