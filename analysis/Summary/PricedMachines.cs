using System.Net;
using System.Text.Json;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Lists the machines on which the database of a point runs, by the names under which <c>--price</c> may name them. Nodes of a
/// deployment on one host are one machine, as are all nodes that are processes or containers of this machine. A hybrid of one
/// database here and one elsewhere has two. <see cref="PointSummaries"/> and <see cref="SearchFigures"/> call it for the costs. A
/// machine that is left out makes records cheaper than they are.
/// </summary>
internal static class PricedMachines
{
    private const string Here = "";

    /// <summary>Between the endpoints of the two databases of a hybrid (<c>HybridTarget</c>).</summary>
    private const string EndpointSeparator = " + ";

    /// <summary>Lists the machines.</summary>
    /// <returns>
    /// One entry per machine with its names: the host, and the nodes or addresses on it. The list of names is empty for a server
    /// on this machine.
    /// </returns>
    public static IReadOnlyList<IReadOnlyList<string>> Of(Manifest manifest, Point point)
    {
        if (SweepAxes.Deployment.TryGet(point.Axes, out string? deployment)
            && manifest.Configuration.Deployments?.TryGetValue(deployment, out var stored) == true
            && stored.TryGetProperty("nodes", out var nodes) && nodes.ValueKind == JsonValueKind.Array)
        {
            // Kubernetes chooses the machine of each node: each node counts as a machine.
            bool isSpread = Text(stored, "provider") == "kubernetes";
            return
            [
                .. nodes.EnumerateArray()
                    .Select(node => (Name: Text(node, "name") ?? Here, Host: Text(node, "host")))
                    .GroupBy(node => node.Host ?? (isSpread ? node.Name : Here))
                    .Select(host => (IReadOnlyList<string>)
                        [.. host.Select(node => node.Name).Prepend(host.Key).Where(name => name.Length > 0).Distinct()]),
            ];
        }

        if (ManifestTargets.Of(manifest, point) is not { RoundTripsS: { Count: > 0 } remote, Endpoint: var endpoint })
        {
            return [[]];
        }

        var hosts = remote.Keys.GroupBy(HostOf).ToList();

        // Addresses on this machine are among those of a hybrid with a part elsewhere, unless the part here is embedded.
        bool hasPartHere = !hosts.Exists(host => IsLoopback(host.Key))
            && endpoint.Split(EndpointSeparator) is { Length: > 1 } parts
            && parts.Any(part => !part.Split('/', '@', ',').Any(remote.ContainsKey));
        return
        [
            .. hasPartHere ? [[]] : Array.Empty<IReadOnlyList<string>>(),
            .. hosts.Select(host => (IReadOnlyList<string>)[.. host.Prepend(host.Key).Distinct()]),
        ];
    }

    private static bool IsLoopback(string host) =>
        host == "localhost" || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));

    /// <summary>The host of an address, <c>db1:5432</c> or <c>[::1]:5432</c>.</summary>
    private static string HostOf(string address)
    {
        int colon = address.LastIndexOf(':');
        return colon > 0 && (address[colon - 1] == ']' || address.IndexOf(':') == colon) ? address[..colon] : address;
    }

    private static string? Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
}
