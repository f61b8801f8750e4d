using System.Text.RegularExpressions;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Reports;
using DbIngest.Clusters.States;

namespace DbIngest.Clusters.Providers;

/// <summary>Looks at every node of a deployment, and compares what is there with its file. It changes nothing.</summary>
/// <param name="nodes">The nodes.</param>
/// <param name="context">What is the same for all commands.</param>
/// <param name="state">What was made; null where nothing was.</param>
/// <param name="cancellation">Ends it early.</param>
internal sealed partial class ClusterCheck(ClusterProvider nodes, ClusterContext context, ClusterState? state, CancellationToken cancellation)
{
    /// <summary>Looks.</summary>
    /// <param name="measures">Whether clocks, network and disks are measured too.</param>
    public ClusterReport Report(bool measures)
    {
        var deviations = new List<string>();
        if (state is not null)
        {
            deviations.AddRange(DeploymentDifferences.Between(state.Deployment, nodes.Deployment));
        }

        NodeReport[] found = [.. nodes.Deployment.Nodes.Select((_, i) => Node(i, measures, deviations))];
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

    private NodeReport Node(int index, bool measures, List<string> deviations)
    {
        var node = nodes.Deployment.Nodes[index];
        var report = new NodeReport { Name = node.Name, Host = node.Host, Address = node.Address, Port = nodes.Port, State = "unreachable", Folder = nodes.DataFolder(index) };
        NodeState there;
        try
        {
            there = nodes.State(index, state?.Id, cancellation);
        }
        catch (ClusterException exception)
        {
            return report with { Detail = exception.Message };
        }

        report = report with { State = there.State, ProcessId = there.ProcessId, UsedBytes = there.UsedBytes, FreeBytes = there.FreeBytes, Device = there.Device };
        if (there.State == "running")
        {
            var answer = nodes.Ask(index, Patience.Answer);
            report = report with
            {
                State = answer.IsAvailable ? "serving" : "running",
                Detail = answer.Detail,
                Version = answer.IsAvailable ? Number().Match(answer.Detail) is { Success: true } match ? match.Value : null : null,
            };
        }

        Compare(index, report, deviations);
        return measures ? Measure(index, report) : report;
    }

    private void Compare(int index, NodeReport report, List<string> deviations)
    {
        if (nodes.Deployment.Version is { } wanted && report.Version is { } version && version != wanted && !version.StartsWith(wanted + ".", StringComparison.Ordinal))
        {
            deviations.Add($"version of {report.Name} is {version}, and the file says {wanted}");
        }

        if (state is not null && report.State is "serving" or "running" or "stopped")
        {
            deviations.AddRange(nodes.Deviations(index, state?.Id, cancellation));
        }
    }

    private NodeReport Measure(int index, NodeReport report)
    {
        var shell = nodes.Shell(index);
        var clock = shell.IsRemote ? HostMeasurements.Clock(shell, cancellation) : null;
        return report with
        {
            ClockOffsetS = clock?.OffsetS,
            ClockErrorS = clock?.ErrorS,
            RoundTripS = report.State == "serving" ? HostMeasurements.RoundTripS(report.Address, report.Port, cancellation) : null,
            ThereBytesPerS = HostMeasurements.ThereBytesPerS(shell, cancellation),
            BackBytesPerS = HostMeasurements.BackBytesPerS(shell, cancellation),
            DiskBytesPerS = report.State is "serving" or "running" or "stopped" ? HostMeasurements.DiskBytesPerS(shell, nodes.DataFolder(index), cancellation) : null,
            SyncsPerS = report.State is "serving" or "running" or "stopped" ? HostMeasurements.SyncsPerS(shell, nodes.DataFolder(index), cancellation) : null,
        };
    }

    [GeneratedRegex(@"[0-9]+(\.[0-9]+)+", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Number();
}
