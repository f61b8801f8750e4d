using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Deploys a ring of Apache Cassandra with evenly spaced tokens, whose first node is the seed. Nodes have the same configuration
/// as private ones. <c>ProcessProvider</c> starts nodes by it, and <c>ComposeProvider</c> creates users, marks and compares nodes
/// in containers by it. Nodes without credentials must not be reachable from other machines unless the user insists.
/// </summary>
internal sealed class CassandraRecipe : ServerRecipe
{
    // The distances between the vendor's ports 9042 (clients), 7000 (other nodes) and 7199 (management).
    private const int StorageBelowNative = 2042;
    private const int JmxBelowNative = 1843;

    /// <inheritdoc/>
    public override string Database => "cassandra";

    /// <inheritdoc/>
    public override int DefaultPort => 9042;

    /// <inheritdoc/>
    public override int LargestCluster => 100;

    /// <inheritdoc/>
    public override string AbandonSignal => "KILL";

    /// <inheritdoc/>
    public override bool TakesCredentials => true;

    /// <inheritdoc/>
    public override bool TakesTls => true;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
    [
        EndpointOption.Size("heap", "the heap of each node") with { Default = "1G" },
        EndpointOption.Word("profile", "time-outs and threads: the vendor's, or study 1's", "default", "study1")
            with { Default = "default" },
        EndpointOption.Word("commitlog_sync", "when the commit log is synced to disk: every 10 s, or before each acknowledgement",
            "periodic", "batch") with { Default = "periodic" },
        EndpointOption.Text("java", "the Java program (17), where it is not on the PATH", "a path"),
        EndpointOption.Flag("insecure",
            "accepts everyone who reaches a node; required for nodes on other machines without credentials"),
    ]);

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) =>
        order.Port <= StorageBelowNative
            ? string.Create(CultureInfo.InvariantCulture,
                $"port: the nodes talk to each other at the port {StorageBelowNative} below it; take a higher one")
        : order.User is not null && order.Settings.Flag("insecure")
            ? "settings: insecure is for nodes without credentials; leave one of them out"
        : order.User is not null || order.Settings.Flag("insecure")
            || order.Nodes.All(node => ThisMachine.IsLoopback(node.Address)) ? null
        : "nodes without credentials accept everyone who reaches them; write credentials, or settings: insecure: true where "
            + "the network is trusted";

    /// <inheritdoc/>
    public override string FindHome(string? named) => CassandraHome.Find(named).Folder;

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) =>
        new([.. order.Nodes.Select((node, i) => Node(order, node, i))]) { FirstIsSeed = order.Nodes.Count > 1 };

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) => Hosts(nodes, order.Port)
        + Options(("user", order.User), ("ca", order.Authority));

    /// <inheritdoc/>
    public override string? Form(ServerOrder order)
    {
        if (order.User is null)
        {
            return null;
        }

        try
        {
            CassandraUsers.Make(Options(order, order.Nodes[0]), order.User, order.Password!);
            return null;
        }
        catch (WireException exception)
        {
            return $"{order.Nodes[0].Name} does not let {order.User} in: {exception.Message}";
        }
        catch (ArgumentException exception)
        {
            throw new TargetException(exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order) => FirstDifference(order.Nodes, node =>
    {
        using var connection = Open(order, node);
        int others = connection.Query("SELECT peer, tokens FROM system.peers").Count(row => row.Has("tokens"));
        return others == order.Nodes.Count - 1 ? null
            : string.Create(CultureInfo.InvariantCulture, $"{node.Name} sees {others} of {order.Nodes.Count - 1} others");
    });

    /// <summary>Creates a keyspace without tables, whose schema reaches every node and which holds no data.</summary>
    public override void Mark(ServerOrder order, string mark) => Ask(
        order, order.Nodes[0],
            connection => connection.Query(
            $"CREATE KEYSPACE IF NOT EXISTS {mark} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}"));

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) =>
        Ask(order, node, connection =>
            connection.Query($"SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = '{mark}'").Count > 0);

    private T Ask<T>(ServerOrder order, ServerPlace node, Func<CqlConnection, T> work) => Asking(node, () =>
    {
        using var connection = Open(order, node);
        return work(connection);
    });

    private CqlConnection Open(ServerOrder order, ServerPlace node)
    {
        var (server, options) = Options(order, node);
        return CqlConnection.Open(server, options);
    }

    /// <summary>Address of a node, and how to connect to it, as targets do.</summary>
    private (EndPoint Server, CqlConnectionOptions Options) Options(ServerOrder order, ServerPlace node)
    {
        var endpoint = CassandraEndpoint.Parse(Endpoint(order, [node]));
        return (endpoint.Address!.Server, endpoint.Connection(ClientOptions(order)));
    }

    private static PlannedNode Node(ServerOrder order, ServerPlace node, int index)
    {
        int storage = order.Port - StorageBelowNative;
        int jmx = order.Port - JmxBelowNative + index;
        var configuration = new CassandraConfiguration(
            node.Folder, node.Address, order.Port, storage, jmx, order.Nodes[0]
                .Address, CassandraPlan.Token(index, order.Nodes.Count),
            order.Settings.Mebibytes("heap")!.Value, order.Settings.Text("commitlog_sync") == "batch",
                order.Settings.Text("profile")!)
        {
            FurtherLines = CassandraSecurity.Lines(order.User is not null, order.IsEncrypted ? node.Folder : null),
        };
        return configuration.Planned(
            node,
            CassandraSecurity.Command(order,
                CassandraCommand.Of(order.Home, order.Settings.Text("java") ?? "java", configuration, order.User is null ? 1
                : CassandraSecurity.UserCopies(order.Nodes.Count))));
    }
}
