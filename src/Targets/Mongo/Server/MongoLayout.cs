using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Groups the nodes of an order into replica sets: one set of all nodes, or, if nodes have roles, one set per shard and one of
/// configuration servers. <see cref="MongoRecipe"/> and <see cref="MongoContainer"/> start nodes by it. The order of the nodes
/// decides the members of each shard, so it must stay. Contacts no node.
/// </summary>
internal sealed class MongoLayout
{
    /// <summary>The setting for the number of members per shard.</summary>
    public static readonly EndpointOption Replicas = EndpointOption.Number("replicas", 1, MostMembers,
        "nodes with role `data` per shard, in the order of the file; 1 by default");

    /// <summary>Largest number of voting members of a set.</summary>
    public const int MostMembers = 7;

    private const string Alone = "dbingest";
    private const string Configuration = "config";

    /// <summary>Groups the nodes of an order.</summary>
    /// <param name="order">The order.</param>
    public MongoLayout(ServerOrder order)
        : this(order.Nodes, Replication(order))
    {
    }

    /// <summary>Groups nodes.</summary>
    /// <param name="nodes">The nodes.</param>
    /// <param name="replicas">Members per shard.</param>
    public MongoLayout(IReadOnlyList<ServerPlace> nodes, int replicas)
    {
        IsSharded = nodes.Any(node => node.Role is not null);
        if (!IsSharded)
        {
            Sets = [new(Alone, nodes)];
            return;
        }

        Shards = [.. Of(nodes, MongoRole.Data).Chunk(replicas)
            .Select((members, i) => new MongoSet(string.Create(CultureInfo.InvariantCulture, $"shard{i + 1}"), members))];
        Config = new(Configuration, [.. Of(nodes, MongoRole.Config)]);
        Routers = [.. Of(nodes, MongoRole.Router)];
        Sets = [Config, .. Shards];
    }

    /// <summary>True if clients connect to routers.</summary>
    public bool IsSharded { get; }

    /// <summary>All sets.</summary>
    public IReadOnlyList<MongoSet> Sets { get; }

    /// <summary>The sets that are shards.</summary>
    public IReadOnlyList<MongoSet> Shards { get; } = [];

    /// <summary>The set of configuration servers. Null without shards.</summary>
    public MongoSet? Config { get; }

    /// <summary>The routers.</summary>
    public IReadOnlyList<ServerPlace> Routers { get; } = [];

    /// <summary>The set of a node. Null for a router.</summary>
    /// <param name="node">The node.</param>
    public MongoSet? SetOf(ServerPlace node) => Sets.FirstOrDefault(set => set.Members.Contains(node));

    /// <summary>
    /// Why the nodes make no cluster, with the remedy. Null if they do. Asked when a deployment file is read, before anything is
    /// created.
    /// </summary>
    /// <param name="order">The order.</param>
    public static string? Fault(ServerOrder order)
    {
        if (order.Nodes.All(node => node.Role is null))
        {
            return order.Nodes.Count > MostMembers
                ? string.Create(CultureInfo.InvariantCulture,
                $"a replica set has at most {MostMembers} members that vote; write fewer nodes, or give them roles")
                : order.Settings.Number(Replicas.Name) is not null
                    ? $"the setting {Replicas.Name} is of shards; give the nodes roles, or leave it out: all nodes are one "
                        + $"replica set"
                : null;
        }

        if (order.Nodes.FirstOrDefault(node => node.Role is null) is { } without)
        {
            return $"{without.Name} has no role, and others have; write role: data, config or router for each node";
        }

        int replicas = Replication(order);
        int data = Of(order.Nodes, MongoRole.Data).Count();
        int config = Of(order.Nodes, MongoRole.Config).Count();
        return data == 0 || config == 0 || !Of(order.Nodes, MongoRole.Router).Any()
            ? "a sharded cluster has nodes of every role: data, config and router; add what is missing, or leave the roles "
                + "out for a replica set"
            : config > MostMembers
                ? string.Create(CultureInfo.InvariantCulture,
                $"{config} configuration servers are more than the {MostMembers} that vote; write fewer, one or three")
            : data % replicas != 0
                ? string.Create(CultureInfo.InvariantCulture,
                $"{data} {(data == 1 ? "node" : "nodes")} with role data {(data == 1 ? "makes" : "make")} no shards of "
                + $"{replicas} (settings: replicas); write a multiple of it")
            : order.Port + MongoRole.PortOffset(MongoRole.Config) > ushort.MaxValue
                ? "shards and configuration servers take the two ports after port; write a smaller one"
            : null;
    }

    private static int Replication(ServerOrder order) => (int)(order.Settings.Number(Replicas.Name) ?? 1);

    private static IEnumerable<ServerPlace> Of(IEnumerable<ServerPlace> nodes, string role) => nodes
        .Where(node => node.Role == role);
}
