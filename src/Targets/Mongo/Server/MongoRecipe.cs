using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Deploys MongoDB: a replica set of one or several members, or, if nodes have roles, shards with configuration servers and
/// routers. The servers require no password, so they must run in a trusted network. <c>ProcessProvider</c> starts nodes by it,
/// and <c>ComposeProvider</c> forms and marks containers by it.
/// </summary>
internal sealed class MongoRecipe : ServerRecipe
{
    private const string MarkDatabase = "dbingest_deployment";
    private const string Marks = "marks";

    /// <inheritdoc/>
    public override string Database => "mongodb";

    /// <inheritdoc/>
    public override int DefaultPort => 27017;

    /// <summary>Limit of a replica set. The number of nodes with roles is unlimited.</summary>
    public override int LargestCluster => MongoLayout.MostMembers;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Roles { get; } = [MongoRole.Data, MongoRole.Config, MongoRole.Router];

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
    [
        EndpointOption.Size("cache", "the cache of each node with data") with { Default = "512M" },
        EndpointOption.Word("profile", "compression on disk: the vendor's, or none as in study 1", "default", "study1")
            with { Default = "default" },
        MongoLayout.Replicas,
        EndpointOption.Flag("insecure", "accepts everyone who reaches a node; required for nodes on other machines"),
    ]);

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.Settings.Flag("insecure")
        || order.Nodes.All(node => ThisMachine.IsLoopback(node.Address))
        ? null
        : "nodes start without users and accept everyone who reaches them; write settings: insecure: true where the "
            + "network is trusted";

    /// <inheritdoc/>
    public override string FindHome(string? named) =>
        Path.GetDirectoryName(named is null ? Programs.OnPath("mongod")
            : Programs.In([named, Path.Combine(named, "bin")], "mongod"))
        ?? throw new TargetException(
            $"There is no MongoDB to start: there is no program mongod {(named is null ? "on the PATH" : $"at {named}")}. "
            + $"Unpack the vendor's archive and name its folder bin by home, or put the program on the PATH.",
            isUnreachable: true);

    /// <inheritdoc/>
    public override string AssumeHome(string named) => Path.GetFullPath(Path.Combine(named, "bin"));

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => Plan(order, new MongoLayout(order));

    /// <inheritdoc/>
    public override string? LayoutFault(ServerOrder order) => MongoLayout.Fault(order);

    /// <inheritdoc/>
    public override int PortOf(ServerOrder order, ServerPlace node) => order.Port + MongoRole.PortOffset(node.Role);

    /// <summary>
    /// Clients connect to the routers, if there are any. The endpoint of a single node includes the set's name.
    /// </summary>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes)
    {
        var layout = new MongoLayout(order);
        ServerPlace[] routers = [.. nodes.Where(node => node.Role == MongoRole.Router)];
        return routers.Length > 0 ? $"mongodb://{Hosts(order, routers)}/"
            : $"mongodb://{Hosts(order, nodes)}/?replicaset={layout.SetOf(nodes[0])!.Name}";
    }

    /// <summary>
    /// Tells the first node of each set its members once all nodes answer, and a router the shards. A node that belongs to a set
    /// keeps its data and members, so that a node with a lost folder is restored by the others and no second set is made.
    /// </summary>
    public override string? Form(ServerOrder order)
    {
        var layout = new MongoLayout(order);
        foreach (var set in layout.Sets)
        {
            if (Form(order, set) is { } missing)
            {
                return missing;
            }
        }

        return layout.IsSharded ? AddShards(order, layout) : null;
    }

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order)
    {
        var layout = new MongoLayout(order);
        return layout.Sets.Select(set => Disagreement(order, set))
            .Concat(layout.Routers.Select(router => Disagreement(order, layout, router))).FirstOrDefault(why => why is not null);
    }

    /// <summary>Stores a document in the set, or through a router in the cluster.</summary>
    public override void Mark(ServerOrder order, string mark)
    {
        foreach (var node in order.Nodes)
        {
            Ask(order, node,
                connection => connection.Run(MarkDatabase,
                new BsonDocument(("insert", Marks), ("documents", new object?[] { new BsonDocument(("_id", mark)) }))));
        }
    }

    /// <summary>Reads the mark from router or primary. A primary also knows which members belong to its set.</summary>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) => Ask(
        order, node, connection => (bool?)(
            connection.Run(MarkDatabase, new BsonDocument(("count", Marks), ("query", new BsonDocument(("_id", mark)))))
            .Number("n") > 0));

    /// <returns>Null if clients cannot ask the node: a member that is not primary, or one behind routers.</returns>
    private static T? Ask<T>(ServerOrder order, ServerPlace node, Func<MongoConnection, T> work) =>
        node.Role is not (null or MongoRole.Router) ? default : Asking<T?>(node, () =>
        {
            using var connection = Open(order, node);
            return connection.Hello.IsWritable ? work(connection) : default;
        });

    private static string? Form(ServerOrder order, MongoSet set)
    {
        var place = set.Members[0];
        try
        {
            bool isFormed = false;
            foreach (var node in set.Members)
            {
                place = node;
                using var connection = Open(order, node);
                isFormed |= connection.Hello.SetName is not null;
            }

            if (!isFormed)
            {
                place = set.Members[0];
                using var first = Open(order, place);
                first.Run("admin", MongoCommand.Initiate(set.Name, set.Members.Select(node => Host(order, node))));
            }

            return null;
        }
        catch (WireException exception)
        {
            return $"{place.Name}: {exception.Message}";
        }
    }

    /// <summary>Adds shards. A shard needs a primary first, and until then the router says what it waits for.</summary>
    private static string? AddShards(ServerOrder order, MongoLayout layout)
    {
        var router = layout.Routers[0];
        try
        {
            using var connection = Open(order, router);
            MongoCommand.AddShards(connection,
                layout.Shards.Select(shard => (shard.Name, Hosts(order, shard.Members))));
            return null;
        }
        catch (WireException exception)
        {
            return $"{router.Name}: {exception.Message}";
        }
    }

    private static string? Disagreement(ServerOrder order, MongoSet set)
    {
        string? primary = null;
        return FirstDifference(set.Members, node =>
        {
            using var connection = Open(order, node);
            var hello = connection.Hello;
            return hello.SetName is null ? $"{node.Name} does not belong to the set yet"
                : hello.SetName != set.Name ? $"{node.Name} belongs to the set {hello.SetName}, and not to {set.Name}"
                : hello.Primary is null ? $"{node.Name} knows no primary"
                : (primary ??= hello.Primary) != hello.Primary
                ? $"{node.Name} takes {hello.Primary} for the primary, and {set.Members[0].Name} takes {primary}"
                : null;
        });
    }

    private static string? Disagreement(ServerOrder order, MongoLayout layout, ServerPlace router) =>
        FirstDifference([router], _ =>
        {
            using var connection = Open(order, router);
            var known = MongoCommand.Shards(connection);
            return layout.Shards.FirstOrDefault(shard => !known.Contains(shard.Name)) is { } missing
                ? $"{router.Name} does not know {missing.Name}"
                : known.FirstOrDefault(name => layout.Shards.All(shard => shard.Name != name)) is { } foreign
                    ? $"{router.Name} knows the shard {foreign} too, which the file does not"
                : null;
        });

    private static ServerPlan Plan(ServerOrder order, MongoLayout layout) =>
        new([.. order.Nodes.Select(node => Node(order, layout, node))]);

    private static MongoConnection Open(ServerOrder order, ServerPlace node) =>
        MongoConnection.Open(MongoAddress.Host(Host(order, node)), new() { RequestTimeout = ServerTimeouts.Deployed });

    private static string Host(ServerOrder order, ServerPlace node) =>
        Hosts([node], order.Port + MongoRole.PortOffset(node.Role));

    private static string Hosts(ServerOrder order, IEnumerable<ServerPlace> nodes) =>
        string.Join(',', nodes.Select(node => Host(order, node)));

    private static PlannedNode Node(ServerOrder order, MongoLayout layout, ServerPlace node)
    {
        int port = order.Port + MongoRole.PortOffset(node.Role);
        var planned = node.Role == MongoRole.Router
            ? MongoCommand.Router(Path.Combine(order.Home, "mongos"), node, port,
                $"{layout.Config!.Name}/{Hosts(order, layout.Config.Members)}")
            : MongoCommand.Data(Path.Combine(order.Home, "mongod"), node, port, layout.SetOf(node)!.Name, CacheMb(order, node),
                order.Settings.Text("profile")!);

        // Without the option, a server neither listens at an IPv6 address nor connects to that of another node.
        return order.Nodes.Any(other => other.Address.Contains(':', StringComparison.Ordinal))
            ? planned with { Command = [.. planned.Command, "--ipv6"] } : planned;
    }

    /// <summary>A configuration server holds little data, so it gets the smallest cache.</summary>
    private static int CacheMb(ServerOrder order, ServerPlace node) => node.Role == MongoRole.Config
        ? MongoCommand.SmallestCacheMb : order.Settings.Mebibytes("cache")!.Value;
}
