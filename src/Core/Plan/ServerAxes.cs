namespace DbIngest.Core.Plan;

/// <summary>
/// Declares the axes of what happens to the server before a trial (<c>--restart</c>) and in it (<c>--fault</c>).
/// <see cref="SweepAxes"/> registers them. Keys of points contain their values, so no written form may change.
/// </summary>
public static class ServerAxes
{
    /// <summary>
    /// Value of <see cref="SweepAxes.Restart"/>: the server runs on from trial to trial. Journals contain the word.
    /// </summary>
    public const string RestartNone = "none";

    /// <summary>
    /// Value of <see cref="SweepAxes.Restart"/>: the server is stopped and started again before each trial. Journals contain
    /// the word.
    /// </summary>
    public const string RestartServer = "server";

    /// <summary>
    /// Whether the servers that the run started are stopped and started again before each trial, so that no trial meets what an
    /// earlier trial left in their memory. Absent without <c>--restart</c>: then the servers run on.
    /// </summary>
    internal static WordAxis Restart() => new()
    {
        Name = "restart",
        Field = "restart",
        MetaValue = "NAMES",
        Summary = "What the run stops and starts again before each trial, outside of the trial's time. server: the server that "
            + "the run started, on the same data, so that a trial meets nothing that an earlier one left in memory. none: "
            + "nothing.",
        DefaultMeaning = "none",
        Wanted = $"what to start again before each trial; it is {RestartNone} or {RestartServer}",
        Allows = name => name is RestartNone or RestartServer,
        IsOptional = true,
        Nesting = 42,
        PhraseWhenAbsent = $"restart {RestartNone}",
        TextAsAbsent = RestartNone,
        Opens = (options, name) => options with { RestartsServer = name == RestartServer },
        Says = name => $"restart {name}",
    };

    /// <summary>A fault of the server in each trial. Absent without <c>--fault</c>.</summary>
    internal static TextAxis<PlannedFault> Fault() => new()
    {
        Name = "fault",
        Field = "fault",
        Summary = "Faults of a server that the run starts, at a time after the common start of each trial: kill@20s (and start "
            + "again at once on the same data), restart@20s (stop and start), pause@20s:5s (stand still for 5 s), "
            + "disk-full@20s:10s (no space on its disk for 10 s; as root, since the run mounts a disk for it), "
            + "partition@20s:10s (nothing passes between it and its clients for 10 s; as root), node-kill@20s:10s "
            + "(kill one of --nodes, and start it again 10 s later), or none to compare with. Sources try again until the server "
            + "is back, for 3 minutes. The result has the time until the next acknowledgement, the dip of the rate and the "
            + "acknowledged records that were lost.",
        DefaultMeaning = "none",
        Wanted = "a fault; write kill@20s, restart@20s, pause@20s:5s, disk-full@20s:10s, partition@20s:10s, "
            + "node-kill@20s:10s or none",
        Reads = PlannedFault.TryParse,
        MaximumText = "24 hours, and 10 minutes long",
        FollowsLoad = true,
        IsOptional = true,
        Nesting = 49,
        NumberWhenAbsent = double.NaN,
        PhraseWhenAbsent = "no fault",
        TextAsAbsent = "none",
        Shows = fault => fault.Words,
        Says = fault => fault.Words,
    };
}
