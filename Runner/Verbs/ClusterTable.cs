using System.Globalization;
using System.Net;
using DbIngest.Analysis.Output;
using DbIngest.Clusters.Reports;
using DbIngest.Core.Measurement;
using DbIngest.Targets;
using DbIngest.Targets.Deploying;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Formats reports on deployments as tables. <see cref="ClusterVerb"/> prints them for <c>cluster up</c>, <c>check</c> and
/// <c>size</c>. It measures nothing.
/// </summary>
internal static class ClusterTable
{
    private const double Mebibyte = 1 << 20;

    /// <summary>Formats state, version and measurements, one row per node. Omits columns without any measurement.</summary>
    public static TextTable Of(ClusterReport report, Deployment deployment)
    {
        (string Header, Func<NodeReport, string?> Cell)[] columns =
        [
            ("node", node => node.Name),
            ("at", node => TcpRoundTrip.Name(new DnsEndPoint(node.Address, node.Port))),
            ("state", node => node.State),
            ("version", node => node.Version),
            ("free MiB", node => Mebibytes(node.FreeBytes)),
            ("clock ms", node => node.ClockOffsetS is { } offset
                ? string.Create(CultureInfo.InvariantCulture, $"{offset * 1000:+0.0;-0.0;0.0} +-{node.ClockErrorS * 1000:0.0}")
                : null),
            ("round trip us", node => node.RoundTripS is { } seconds ? (seconds * 1e6)
                .ToString("N0", CultureInfo.InvariantCulture) : null),
            ("there MiB/s", node => Rate(node.ThereBytesPerS)),
            ("back MiB/s", node => Rate(node.BackBytesPerS)),
            ("disk MiB/s", node => Rate(node.DiskBytesPerS)),
            ("syncs/s", node => node.SyncsPerS?.ToString("N0", CultureInfo.InvariantCulture)),
        ];
        var shown = columns.Where(column => report.Nodes.Any(node => column.Cell(node) is not null)).ToList();
        return new TextTable
        {
            Title = $"{report.Name}: {(report.IsServing ? "serving" : "NOT serving")}",
            Headers = [.. shown.Select(column => column.Header)],
            RightAligned = [.. shown.Select((_, i) => i > 3)],
            Rows = [.. report.Nodes
                .Select(node => (IReadOnlyList<string>)[.. shown.Select(column => column.Cell(node) ?? string.Empty)])],
            Notes =
            [
                $"Endpoint: {report.Endpoint}",
                .. report.Deviations.Select(deviation => $"Not as the file says: {deviation}"),
                .. report.Nodes.Where(node => node.NotMeasured is not null).Select(node => $"{node.Name}: {node.NotMeasured}"),
                .. report.Nodes.Where(node => node.State != "serving").GroupBy(Detail).Where(same => same.Key is not null)
                    .Select(same => $"{string.Join(", ", same.Select(node => node.Name))}: "
                        + $"{AccessRemedy.OfDeployment(same.Key!, report.Database, deployment.PasswordVariable)}"),
            ],
        };
    }

    /// <summary>Formats the disk space, one row per node.</summary>
    public static TextTable OfSizes(ClusterReport report) => new()
    {
        Title = $"{report.Name}: disk space",
        Headers = ["node", "used MiB", "free MiB", "disk", "folder"],
        RightAligned = [false, true, true, false, false],
        Rows =
        [
            .. report.Nodes.Select(
                node => (IReadOnlyList<string>)[node.Name, Mebibytes(node.UsedBytes) ?? string.Empty, Mebibytes(node.FreeBytes)
                ?? string.Empty, node.Device ?? string.Empty, node.Folder ?? string.Empty]),
        ],
        Notes =
        [
            string.Create(CultureInfo.InvariantCulture,
                $"{(report.Nodes.Any(IsSizeUnknown) ? "The nodes that say it" : "All nodes")} together: "
                + $"{report.Nodes.Sum(node => node.UsedBytes ?? 0) / Mebibyte:N1} MiB."),
            .. report.Nodes.Where(IsSizeUnknown)
                .Select(node => $"{node.Name} is not in it: it is "
                    + $"{node.State}{(node.Detail is { } why ? $" ({why.TrimEnd('.')})" : string.Empty)}."),
        ],
    };

    private static string? Detail(NodeReport node) => node.Detail
        ?? (node.State == "foreign"
            ? $"{node.Folder} holds something that this deployment did not make; name another folder, or empty it." : null);

    /// <summary>True if a node may have data whose size is unknown.</summary>
    private static bool IsSizeUnknown(NodeReport node) => node.UsedBytes is null && node.State != "absent";

    private static string? Mebibytes(long? bytes) => bytes is { } number ? (number / Mebibyte)
        .ToString("N1", CultureInfo.InvariantCulture) : null;

    private static string? Rate(double? bytes) => bytes is { } number ? (number / Mebibyte)
        .ToString("N0", CultureInfo.InvariantCulture) : null;
}
