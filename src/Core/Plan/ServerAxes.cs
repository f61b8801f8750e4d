namespace DbIngest.Core.Plan;

/// <summary>Declares the axes of what happens to the server before a trial. <see cref="SweepAxes"/> registers them.</summary>
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
        Option = "restart",
        MetaValue = "NAMES",
        Summary = "Whether a server that the run started is stopped and started again before each trial, on the same data, outside "
            + "of its time: server, so that a trial meets nothing that an earlier one left in memory, or none.",
        DefaultMeaning = "none",
        Wanted = $"what to start again before each trial; it is {RestartNone} or {RestartServer}",
        Allows = name => name is RestartNone or RestartServer,
        IsOptional = true,
        Nesting = 42,
        PhraseWhenAbsent = $"restart {RestartNone}",
        Opens = (options, name) => name == RestartServer ? options with { WantsPrivateServer = true } : options,
        Says = name => $"restart {name}",
    };
}
