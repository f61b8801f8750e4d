namespace DbIngest.Core.Plan;

/// <summary>
/// The kinds of faults of a server in a trial (<see cref="PlannedFault"/>). <see cref="Trials.FaultInjector"/> carries them out.
/// Journals contain these words, so they must not be renamed.
/// </summary>
public enum FaultKind
{
    /// <summary>Nothing happens: the points to compare with.</summary>
    None,

    /// <summary>All processes of the server are killed, and the server is started again at once on the same data.</summary>
    Kill,

    /// <summary>One node of the cluster is killed, and started again after a time on the same data.</summary>
    NodeKill,

    /// <summary>The server is stopped gracefully and started again at once.</summary>
    Restart,

    /// <summary>All processes of the server stand still for a time, and go on.</summary>
    Pause,

    /// <summary>The disk with the data of the server has no space left for a time.</summary>
    DiskFull,

    /// <summary>Nothing passes between the server and its clients for a time, and no connection is reset.</summary>
    Partition,
}
