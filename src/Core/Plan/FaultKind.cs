namespace DbIngest.Core.Plan;

/// <summary>What happens to the server in a trial (<see cref="PlannedFault"/>).</summary>
public enum FaultKind
{
    /// <summary>Nothing: the points to compare with.</summary>
    None,

    /// <summary>All of its processes are killed, and it is started again at once on the same data.</summary>
    Kill,

    /// <summary>One node of its cluster is killed, and started again after a time on the same data.</summary>
    NodeKill,

    /// <summary>It is stopped gracefully and started again.</summary>
    Restart,

    /// <summary>All of its processes stand still for a time, and go on.</summary>
    Pause,

    /// <summary>The disk with its data has no space left for a time.</summary>
    DiskFull,

    /// <summary>Nothing passes between it and its clients for a time, and no connection is reset.</summary>
    Partition,
}
