using System.Globalization;
using DbIngest.Core.Endpoints;
using DbIngest.Core.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>CockroachDB: a node alone, or a cluster whose nodes are told of each other and then once to begin. Without certificates: for networks that are trusted.</summary>
internal sealed class CockroachRecipe : ServerRecipe
{
    private const int HttpBelowSql = 18_177;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public override string Database => "cockroach";

    /// <inheritdoc/>
    public override int DefaultPort => 26257;

    /// <inheritdoc/>
    public override int LargestCluster => 100;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("cache", "memory for blocks of data, of each node") with { Default = "128M" },
        EndpointOption.Size("max_sql_memory", "memory for statements, of each node") with { Default = "128M" },
        EndpointOption.Flag("insecure", "whether everybody who reaches a node is let in: nodes on other machines are started with it only"));

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.Settings.Flag("insecure") || order.Nodes.All(node => OwnMachine.IsLoopback(node.Address))
        ? null
        : "nodes are started without certificates, and let in everybody who reaches them; write settings: insecure: true where the network is trusted";

    /// <inheritdoc/>
    public override string FindHome(string? named) =>
        Path.GetDirectoryName(CockroachHome.Find(named))
        ?? throw new TargetException(
            $"There is no CockroachDB to start: there is no program cockroach {CockroachHome.Places(named)}. Unpack the vendor's archive and name its folder by home, or put the program on the PATH.",
            isUnreachable: true);

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))])
    {
        Form = order.Nodes.Count == 1 ? null : CockroachCommand.Form(Program(order), Hosts([order.Nodes[0]], order.Port)),
    };

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) => Hosts(nodes, order.Port);

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order)
    {
        foreach (var node in order.Nodes)
        {
            try
            {
                var cluster = new CockroachCluster(CockroachEndpoint.Parse(Endpoint(order, [node])), order.Password, Patience);
                long live = cluster.Run("The nodes cannot be counted", CockroachRanges.LiveNodes);
                if (live != order.Nodes.Count)
                {
                    return string.Create(CultureInfo.InvariantCulture, $"{node.Name} sees {live} of {order.Nodes.Count} nodes alive");
                }
            }
            catch (TargetException exception)
            {
                return $"{node.Name} does not answer: {exception.Message}";
            }
        }

        return null;
    }

    private static PlannedNode Node(ServerOrder order, ServerPlace node)
    {
        int http = order.Port - HttpBelowSql is > 1024 and var below ? below : order.Port + 1;
        return new PlannedNode(
            node,
            CockroachCommand.Node(
                Program(order), node.Folder, Hosts([node], order.Port), Hosts([node], http), order.Nodes.Count == 1 ? null : Hosts(order.Nodes.Take(3), order.Port),
                order.Settings.Mebibytes("cache")!.Value, order.Settings.Mebibytes("max_sql_memory")!.Value))
        {
            Listens = [(node.Address, order.Port), (node.Address, http)],
            Folders = ["data", "logs"],
            Logs = [CockroachCommand.Log],
        };
    }

    private static string Program(ServerOrder order) => Path.Combine(order.Home, "cockroach");
}
