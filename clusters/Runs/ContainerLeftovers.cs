using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Removes containers and volumes of runs that were killed together with their guard. <see cref="RunContainer.Start"/> calls it
/// first. Their label names the process that made them (<see cref="Leftovers.Owner()"/>). Never touches those of a living
/// process, of another machine, or of another container that shares the engine. Those that an earlier version labelled stay. It
/// works only on Linux, where <c>/proc</c> identifies processes.
/// </summary>
internal static class ContainerLeftovers
{
    private const string Key = "dbingest.owner";

    /// <summary>The label of containers and volumes that this process makes.</summary>
    public static string Label => $"{Key}={Leftovers.Owner()}";

    /// <summary>Removes what dead processes of this machine left. A run calls it before it starts a container.</summary>
    public static void Remove(ContainerEngine engine, CancellationToken cancellation)
    {
        foreach (string container in Find(engine, ["ps", "--all"],
            ["container", "inspect", "--format", $"{{{{.Name}}}} {{{{index .Config.Labels \"{Key}\"}}}}"], cancellation))
        {
            engine.Run(["kill", container], cancellation);
            engine.Run(["rm", "--force", "--volumes", container], cancellation);
        }

        foreach (string volume in Find(engine, ["volume", "ls"],
            ["volume", "inspect", "--format", $"{{{{.Name}}}} {{{{index .Labels \"{Key}\"}}}}"], cancellation))
        {
            engine.Run(["volume", "rm", "--force", volume], cancellation);
        }
    }

    /// <summary>Names of containers or volumes whose label names a process that no longer runs.</summary>
    private static IEnumerable<string> Find(ContainerEngine engine, string[] list, string[] inspect,
        CancellationToken cancellation)
    {
        string[] all = Lines(engine.Run([.. list, "--quiet", "--filter", $"label={Key}"], cancellation).Output);
        return all.Length == 0 ? [] : Lines(engine.Run([.. inspect, .. all], cancellation).Output)
            .Select(line => line.Split(' ', 2))
            .Where(words => words.Length == 2 && Leftovers.IsGone(words[1]))
            .Select(words => words[0].TrimStart('/'));
    }

    private static string[] Lines(string text) =>
        text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
