using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Reports;
using DbIngest.Clusters.States;
using DbIngest.Core.Measurement;

namespace DbIngest.Clusters.Providers;

/// <summary>
/// Looks at every node of a deployment in parallel and compares it with the file. <see cref="Cluster.Check"/>,
/// <see cref="Cluster.Up"/> and runs use it. A node counts as serving only when its server answers, carries the deployment's
/// mark and has at least 4 MiB of disk left. The check changes nothing, apart from the probe files of disk measurements.
/// </summary>
/// <param name="nodes">Reaches and runs the deployment's nodes.</param>
/// <param name="context">The services of the command.</param>
/// <param name="state">The state file's content; null when nothing was made.</param>
/// <param name="cancellation">Ends the check.</param>
internal sealed partial class ClusterCheck(ClusterProvider nodes, ClusterContext context, ClusterState? state,
    CancellationToken cancellation)
{
    private const string Unreachable = "unreachable";
    private const int TimesAsked = 3;
    private const long SmallestFree = 4 << 20;
    private static readonly TimeSpan BetweenAnswers = TimeSpan.FromSeconds(1);

    /// <summary>Reports on all nodes.</summary>
    /// <param name="measures">True to measure clocks, network and disks too.</param>
    public ClusterReport Report(bool measures)
    {
        var deviations = new List<string>();
        if (state is not null)
        {
            deviations.AddRange(DeploymentDifferences.Between(state.Deployment, nodes.Deployment));
            if (nodes.TakesMark && !state.IsMarked)
            {
                deviations.Add($"its servers carry no mark by which runs recognise them: an earlier version brought it up, or 'up' was interrupted; 'dbingest cluster up {context.File}' writes it");
            }
        }

        var seen = EveryNode.Select(nodes.Deployment.Nodes.Count, Node);
        deviations.AddRange(seen.SelectMany(node => node.Deviations));
        NodeReport[] found = [.. seen.Select(node => node.Report)];
        if (measures)
        {
            // One after the other: all machines share this machine's network.
            found = [.. found.Select((node, i) => node.State == Unreachable ? node : Network(node, i))];
            Disks(found);
        }

        bool serves = Array.TrueForAll(found, node => node.State == "serving");
        if (serves && nodes.Disagreement() is { } disagreement)
        {
            deviations.Add($"the nodes do not agree: {disagreement}");
        }

        return new ClusterReport
        {
            Name = nodes.Deployment.Name,
            Database = nodes.Deployment.Database,
            Provider = nodes.Deployment.Provider,
            Endpoint = nodes.Endpoint,
            StateFile = StateFile.PathOf(context.File),
            IsServing = serves,
            Deviations = deviations,
            Nodes = found,
        };
    }

    private (NodeReport Report, IReadOnlyList<string> Deviations) Node(int index)
    {
        var node = nodes.Deployment.Nodes[index];
        var report = new NodeReport
        {
            Name = node.Name,
            Host = node.Host,
            Address = node.Address,
            Port = nodes.PortOf(index),
            State = Unreachable,
            Folder = nodes.DataFolder(index)
        };
        NodeState there;
        try
        {
            there = nodes.State(index, state?.Id, cancellation);
        }
        catch (ClusterException exception)
        {
            return (report with { Detail = exception.Message }, []);
        }

        report = report with
        {
            State = there.State,
            ProcessId = there.ProcessId,
            UsedBytes = there.UsedBytes,
            FreeBytes = there.FreeBytes,
            Device = there.Device,
            Detail = there.State == "foreign" ? nodes.ForeignDetail : null,
        };
        if (there.State == "running")
        {
            var answer = Ask(index);
            report = report with
            {
                State = answer.IsAvailable ? "serving" : "running",
                Detail = answer.Detail,
                Version = answer.IsAvailable ? Number().Match(answer.Detail) is { Success: true } match ? match.Value : null
                    : null,
            };
            report = Full(Known(index, report));
        }

        return (report, [.. Compare(index, report)]);
    }

    /// <summary>Marks a node as not serving when another server answers at its port.</summary>
    private NodeReport Known(int index, NodeReport report)
    {
        if (report.State != "serving" || state is not { IsMarked: true })
        {
            return report;
        }

        try
        {
            return nodes.Carries(index, state.Mark) == false
                ? report with
                {
                    State = "running",
                    Detail = $"another server answers at {TcpRoundTrip.Name(new DnsEndPoint(report.Address, report.Port))}: it "
                        + "does not carry this deployment's mark; find the program that listens there",
                }
                : report;
        }
        catch (ClusterException exception)
        {
            return report with { State = "running", Detail = exception.Message };
        }
    }

    /// <summary>Marks a node with a full disk: its server answers, but cannot store records.</summary>
    private static NodeReport Full(NodeReport report) => report.State != "serving" || report.FreeBytes is not < SmallestFree
        ? report : report with
        {
            State = "full",
            Detail = string.Create(CultureInfo.InvariantCulture,
            $"its disk {report.Device} has {report.FreeBytes >> 10} KiB left, too little to store records; free some"),
        };

    /// <summary>Asks a running node up to three times: a busy machine may refuse the first connection.</summary>
    private TargetAvailability Ask(int index)
    {
        for (int asked = 1; ; asked++)
        {
            var answer = nodes.Ask(index, NodeWait.AnswerTimeout);
            if (answer.IsAvailable || asked == TimesAsked)
            {
                return answer;
            }

            cancellation.WaitHandle.WaitOne(BetweenAnswers);
            cancellation.ThrowIfCancellationRequested();
        }
    }

    private IEnumerable<string> Compare(int index, NodeReport report)
    {
        if (nodes.Deployment.Version is { } wanted && report.Version is { } version && version != wanted
            && !version.StartsWith(wanted + ".", StringComparison.Ordinal))
        {
            yield return $"version of {report.Name} is {version}, and the file says {wanted}";
        }

        if (state is not null && report.State is "serving" or "running" or "stopped")
        {
            foreach (string deviation in Deviations(index))
            {
                yield return deviation;
            }
        }
    }

    private IReadOnlyList<string> Deviations(int index)
    {
        try
        {
            return [.. nodes.Deviations(index, state?.Id, cancellation)];
        }
        catch (ClusterException exception)
        {
            return [$"the files of {nodes.Deployment.Nodes[index].Name} cannot be compared: "
                + $"{exception.Message.TrimEnd('.')}"];
        }
    }

    private NodeReport Network(NodeReport report, int index)
    {
        var shell = nodes.Shell(index);
        var clock = shell.IsRemote ? HostMeasurements.Clock(shell, cancellation) : null;
        return report with
        {
            ClockOffsetS = clock?.OffsetS,
            ClockErrorS = clock?.ErrorS,
            RoundTripS = report.State == "serving" ? HostMeasurements.RoundTripS(report.Address, report.Port, cancellation)
                : null,
            ThereBytesPerS = HostMeasurements.ThereBytesPerS(shell, cancellation),
            BackBytesPerS = HostMeasurements.BackBytesPerS(shell, cancellation),
        };
    }

    /// <summary>Measures machines in parallel, and the nodes of one machine in turn, since they may share a disk.</summary>
    private void Disks(NodeReport[] found)
    {
        int[][] machines = [.. Enumerable.Range(0, found.Length).Where(i => found[i].State is "serving" or "running" or "stopped")
            .GroupBy(i => found[i].Host, StringComparer.Ordinal).Select(machine => machine.ToArray())];
        EveryNode.Do(machines.Length, machine => Array.ForEach(machines[machine], i => found[i] = Disk(found[i], i)));
    }

    private NodeReport Disk(NodeReport report, int index)
    {
        double? bytes = HostMeasurements.DiskBytesPerS(nodes.Shell(index), nodes.DataFolder(index), out string? why,
            cancellation);
        double? syncs = HostMeasurements.SyncsPerS(nodes.Shell(index), nodes.DataFolder(index), out string? whyNot, cancellation);
        return report with
        {
            DiskBytesPerS = bytes,
            SyncsPerS = syncs,
            NotMeasured = (why ?? whyNot) is { } words
            ? $"its disk could not be measured: {words}" : null
        };
    }

    [GeneratedRegex(@"[0-9]+(\.[0-9]+)+", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Number();
}
