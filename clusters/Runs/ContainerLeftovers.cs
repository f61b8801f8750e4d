using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Runs;

/// <summary>Containers and volumes whose owner ended, with the guardian, without removing them: a label names the machine and the process that they belong to.</summary>
internal static class ContainerLeftovers
{
    private const string Key = "dbingest.owner";

    /// <summary>The label of what this process makes.</summary>
    public static string Label => $"{Key}={Environment.MachineName} {Leftovers.Owner()}";

    /// <summary>Removes what is left behind on this machine.</summary>
    /// <param name="engine">The engine.</param>
    /// <param name="cancellation">Ends it early.</param>
    public static void Remove(ContainerEngine engine, CancellationToken cancellation)
    {
        foreach (string container in Find(engine, ["ps", "--all"], ["container", "inspect", "--format", $"{{{{.Name}}}} {{{{index .Config.Labels \"{Key}\"}}}}"], cancellation))
        {
            engine.Run(["kill", container], cancellation);
            engine.Run(["rm", "--force", "--volumes", container], cancellation);
        }

        foreach (string volume in Find(engine, ["volume", "ls"], ["volume", "inspect", "--format", $"{{{{.Name}}}} {{{{index .Labels \"{Key}\"}}}}"], cancellation))
        {
            engine.Run(["volume", "rm", "--force", volume], cancellation);
        }
    }

    /// <summary>Names whose label says that the owner was a process of this machine and is gone.</summary>
    private static IEnumerable<string> Find(ContainerEngine engine, string[] list, string[] inspect, CancellationToken cancellation)
    {
        string[] all = Lines(engine.Run([.. list, "--quiet", "--filter", $"label={Key}"], cancellation).Output);
        return all.Length == 0 ? [] : Lines(engine.Run([.. inspect, .. all], cancellation).Output)
            .Select(line => line.Split(' ', 3))
            .Where(words => words.Length == 3 && string.Equals(words[1], Environment.MachineName, StringComparison.Ordinal) && Leftovers.IsGone(words[2]))
            .Select(words => words[0].TrimStart('/'));
    }

    private static string[] Lines(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
