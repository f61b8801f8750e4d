namespace DbIngest.Targets.Servers;

/// <summary>
/// How long the product waits for servers that it looks for, starts and ends: the one table for all databases. Requests to a
/// server that runs have the user's time-out instead.
/// </summary>
internal static class ServerTimeouts
{
    /// <summary>A look whether a server answers, before one is started or shown to the user.</summary>
    public static readonly TimeSpan Probe = TimeSpan.FromSeconds(2);

    /// <summary>One question whether a server that was started answers.</summary>
    public static readonly TimeSpan Ready = TimeSpan.FromSeconds(5);

    /// <summary>One question to a node of a deployment.</summary>
    public static readonly TimeSpan Deployed = TimeSpan.FromSeconds(10);

    /// <summary>The start of a server of one process.</summary>
    public static readonly TimeSpan Start = TimeSpan.FromMinutes(3);

    /// <summary>The start of a cluster, or of a node that joins one even if it stays alone.</summary>
    public static readonly TimeSpan ClusterStart = TimeSpan.FromMinutes(10);

    /// <summary>The silence of a busy server before a trial; one that stays silent longer is started anew.</summary>
    public static readonly TimeSpan Busy = TimeSpan.FromSeconds(20);

    /// <summary>The time until the system tells that a killed process has ended.</summary>
    public static readonly TimeSpan Killed = TimeSpan.FromSeconds(2);

    /// <summary>The end of a process that was asked to end.</summary>
    public static readonly TimeSpan End = TimeSpan.FromSeconds(30);

    /// <summary>The pause between two questions whether a server answers.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
}
