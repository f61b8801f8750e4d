namespace DbIngest.Targets.Servers;

/// <summary>
/// Timeouts for servers that the product looks for, starts, settles and ends: the single table for all databases. Definitions,
/// plans, recipes, targets and the classes of private servers read it. Writes to a running server have the user's timeout
/// (<c>--request-timeout</c>) instead, so no timed request may use this table.
/// </summary>
internal static class ServerTimeouts
{
    /// <summary>Longest check whether a server answers, before one is started or shown to the user.</summary>
    public static readonly TimeSpan Probe = TimeSpan.FromSeconds(2);

    /// <summary>Longest request to a server that is starting.</summary>
    public static readonly TimeSpan Ready = TimeSpan.FromSeconds(5);

    /// <summary>Longest request to a node of a deployment.</summary>
    public static readonly TimeSpan Deployed = TimeSpan.FromSeconds(10);

    /// <summary>Longest start of a server with one process.</summary>
    public static readonly TimeSpan Start = TimeSpan.FromMinutes(3);

    /// <summary>Longest start of a cluster, or of a node that could join one.</summary>
    public static readonly TimeSpan ClusterStart = TimeSpan.FromMinutes(10);

    /// <summary>
    /// How long a server that still works on an earlier trial may leave questions unanswered before the next one. A server that
    /// is silent longer is started again.
    /// </summary>
    public static readonly TimeSpan Busy = TimeSpan.FromSeconds(20);

    /// <summary>
    /// Longest wait until a server has flushed the data of a trial and ended its background work. A verb that waits longer fails,
    /// because its figures would not be those of a quiet server.
    /// </summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromMinutes(30);

    /// <summary>Longest time until the system reports that a killed process has ended.</summary>
    public static readonly TimeSpan Killed = TimeSpan.FromSeconds(2);

    /// <summary>Longest time until all processes of a killed server have released its memory.</summary>
    public static readonly TimeSpan Released = TimeSpan.FromSeconds(10);

    /// <summary>Longest graceful end of a process.</summary>
    public static readonly TimeSpan End = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Shortest timeout of requests outside of the timed path. A change of the schema takes longer than a batch, for which the
    /// user chooses the timeout.
    /// </summary>
    public static readonly TimeSpan Schema = TimeSpan.FromMinutes(1);

    /// <summary>Pause between two checks whether a server answers.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
}
