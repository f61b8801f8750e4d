using System.Globalization;
using System.Net;
using DbIngest.Core.Endpoints;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>A ring of Apache Cassandra with evenly spaced tokens, the first node being the others' seed; what a node is like is what a private one is like.</summary>
internal sealed class CassandraRecipe : ServerRecipe
{
    // As far apart as the vendor's: 9042, 7000, 7199.
    private const int StorageBelowNative = 2042;
    private const int JmxBelowNative = 1843;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public override string Database => "cassandra";

    /// <inheritdoc/>
    public override int DefaultPort => 9042;

    /// <inheritdoc/>
    public override int LargestCluster => 100;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("heap", "the heap of each node") with { Default = "1G" },
        EndpointOption.Word("profile", "time-outs and threads: the vendor's, or study 1's", "default", "study1") with { Default = "default" },
        EndpointOption.Word("commitlog_sync", "when the commit log is synced to disk: every 10 s, or before each acknowledgement", "periodic", "batch") with { Default = "periodic" },
        EndpointOption.Text("java", "the Java program (17), where it is not on the PATH", "a path"));

    /// <inheritdoc/>
    public override string FindHome(string? named) => CassandraHome.Find(named).Folder;

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select((node, i) => Node(order, node, i))]) { FirstIsSeed = order.Nodes.Count > 1 };

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) => Hosts(nodes, order.Port);

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order)
    {
        foreach (var node in order.Nodes)
        {
            try
            {
                EndPoint server = IPAddress.TryParse(node.Address, out var ip) ? new IPEndPoint(ip, order.Port) : new DnsEndPoint(node.Address, order.Port);
                using var connection = CqlConnection.Open(server, new CqlConnectionOptions { RequestTimeout = Patience });
                int others = connection.Query("SELECT peer, tokens FROM system.peers").Count(row => row.Has("tokens"));
                if (others != order.Nodes.Count - 1)
                {
                    return string.Create(CultureInfo.InvariantCulture, $"{node.Name} sees {others} of {order.Nodes.Count - 1} others");
                }
            }
            catch (WireException exception)
            {
                return $"{node.Name} does not answer: {exception.Message}";
            }
        }

        return null;
    }

    private static PlannedNode Node(ServerOrder order, ServerPlace node, int index)
    {
        int storage = order.Port - StorageBelowNative;
        int jmx = order.Port - JmxBelowNative + index;
        var configuration = new NodeConfiguration(
            node.Folder, node.Address, order.Port, storage, jmx, order.Nodes[0].Address, RingConfiguration.Token(index, order.Nodes.Count),
            order.Settings.Mebibytes("heap")!.Value, order.Settings.Text("commitlog_sync") == "batch", order.Settings.Text("profile")!);
        return new PlannedNode(node, CassandraCommand.Of(order.Home, order.Settings.Text("java") ?? "java", configuration))
        {
            Listens = [(node.Address, order.Port), (node.Address, storage), ("127.0.0.1", jmx)],
            Folders = CassandraCommand.Folders,
            Files = new Dictionary<string, string>(StringComparer.Ordinal) { [CassandraCommand.ConfigurationFile] = configuration.Yaml },
            Logs = ["logs/system.log"],
        };
    }
}
