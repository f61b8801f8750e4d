using System.Text.Json;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Clusters.Reports;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;
using DbIngest.Targets;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>cluster</c>: brings deployments up and down and reports on them. <see cref="Verb.All"/> registers it.
/// Only <c>down --remove-data</c> deletes data, and only of nodes that <c>up</c> made. Exit code 69 says that a node does not
/// serve or has failed to stop, and 2 that a deployment serves but deviates from its file.
/// </summary>
internal static class ClusterVerb
{
    private static readonly string[] Actions = ["up", "check", "size", "stop", "down", "render"];

    public static ExitCode Execute(ClusterOptions options, Screen screen)
    {
        string[] words = [.. options.Words];
        string action = words.FirstOrDefault() ?? string.Empty;
        if (!Actions.Contains(action, StringComparer.Ordinal))
        {
            throw new UsageException(action.Length == 0
                ? "cluster: say what to do with which file: 'cluster up FILE'; 'dbingest cluster --help' shows all."
                : $"cluster {action}: there is no such action; "
                    + $"{Nearest.Remedy(action, Actions, $"there are {string.Join(", ", Actions)}")}.");
        }

        if (words.Length != 2)
        {
            throw new UsageException(
                $"cluster {action}: {(words.Length == 1 ? "the deployment file is missing" : $"one deployment at a time, and not {string.Join(" ", words[2..])} too")}; write 'cluster {action} FILE'.");
        }

        if (options.RemoveData && action != "down")
        {
            throw new UsageException($"--remove-data: cluster {action} removes nothing; it belongs to 'cluster down FILE'.");
        }

        using var interruption = new Interruption(() => screen.Remark(action switch
        {
            "up" => "Stopping. What was made stays, and 'cluster up' goes on with it.",
            "stop" or "down" => $"Stopping. 'cluster {action}' goes on with what is left.",
            _ => "Stopping.",
        }));
        Cluster? known = null;
        try
        {
            var cluster = known =
                new Cluster(ClusterContexts.Of(words[1], Databases.All, Environment.GetEnvironmentVariable, screen.Remark));
            if (cluster.Deployment.PasswordVariable is { } variable
                && Environment.GetEnvironmentVariable(variable) is { Length: > 0 } password)
            {
                screen.Scrubber.Add([password]);
            }

            return Do(cluster, action, options, screen, interruption.Token);
        }
        catch (DeploymentException exception)
        {
            throw new UsageException(exception.Messages);
        }
        catch (ClusterException exception)
        {
            string message = known is null ? exception.Message
                : AccessRemedy.OfDeployment(exception.Message, known.Deployment.Database, known.Deployment.PasswordVariable);
            throw new UnavailableException($"cluster {action}: {message}", exception);
        }
    }

    private static ExitCode Do(Cluster cluster, string action, ClusterOptions options, Screen screen,
        CancellationToken cancellation)
    {
        switch (action)
        {
            case "render":
                string text = cluster.Render();
                screen.Result(options.Json
                    ? JsonSerializer.Serialize(new ClusterRendered(cluster.Deployment.Name, text),
                    VerbJson.Default.ClusterRendered) : text.TrimEnd());
                return ExitCode.Done;
            case "stop" or "down":
                var ends = action == "stop" ? cluster.Stop(cancellation) : cluster.Down(options.RemoveData, cancellation);
                (options.Json ? screen.Remark
                    : (Action<string>)screen.Result)($"{cluster.Deployment}: {Became(action, options.RemoveData, ends)}");
                if (options.Json)
                {
                    Write(cluster.CheckEnded(cancellation), screen);
                }

                return ends.Any(end => end.IsFailed) ? ExitCode.Unreachable : ExitCode.Done;
            default:
                var report = action == "up" ? cluster.Up(cancellation) : cluster.Check(measures: action == "check", cancellation);
                if (options.Json)
                {
                    Write(report, screen);
                }

                screen.Table(action == "size" ? ClusterTable.OfSizes(report)
                    : ClusterTable.Of(report, cluster.Deployment), asRemark: options.Json);
                return action == "size"
                    ? (report.Nodes.Any(node => node.State == "unreachable") ? ExitCode.Unreachable : ExitCode.Done)
                    : !report.IsServing ? ExitCode.Unreachable : report.Deviations.Count > 0 ? ExitCode.BadArguments
                    : ExitCode.Done;
        }
    }

    /// <summary>Describes what became of the deployment, then of each node.</summary>
    private static string Became(string action, bool removesData, IReadOnlyList<NodeStopResult> ends)
    {
        string whole = ends.Count == 0
            ? $"nothing of it was made, so that there is nothing to {(action == "stop" ? "stop" : "take down")}."
            : ends.Any(end => end.IsFailed)
                ? $"not every node was {(action == "stop" ? "stopped" : "taken down, and nothing was removed")}; see to "
                    + $"those, and then run 'cluster {action}' again."
            : ends.All(end => end.What == NodeStopResult.Absent) ? "nothing of it is there."
            : action == "stop" ? "stopped, with its data. 'cluster up' starts it again."
            : removesData ? "nothing is left of it."
            : "taken down. Its data stay; --remove-data removes them.";
        return string.Join(Environment.NewLine, ends.Select(end => $"- {end}").Prepend(whole));
    }

    private static void Write(ClusterReport report, Screen screen) =>
        screen.Result(JsonSerializer.Serialize(report, VerbJson.Default.ClusterReport));
}

/// <summary>
/// The JSON object that <c>cluster render --json</c> prints. Its members are a published format.
/// </summary>
internal sealed record ClusterRendered(string Name, string Text);
