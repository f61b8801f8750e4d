using DbIngest.Core.Endpoints;
using DbIngest.Core.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>A replica set of MongoDB: of one, since a majority needs one, or of several that hold the same. It asks for no password: for networks that are trusted.</summary>
internal sealed class MongoRecipe : ServerRecipe
{
    private const string Set = "dbingest";
    private const string Data = "data";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public override string Database => "mongodb";

    /// <inheritdoc/>
    public override int DefaultPort => 27017;

    /// <summary>The most members that vote.</summary>
    public override int LargestCluster => 7;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("cache", "the cache of each node") with { Default = "512M" },
        EndpointOption.Word("profile", "what is compressed on disk: as the vendor has it, or nothing as in study 1", "default", "study1") with { Default = "default" },
        EndpointOption.Flag("insecure", "whether everybody who reaches a node is let in: nodes on other machines are started with it only"));

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.Settings.Flag("insecure") || order.Nodes.All(node => OwnMachine.IsLoopback(node.Address))
        ? null
        : "nodes are started without users, and let in everybody who reaches them; write settings: insecure: true where the network is trusted";

    /// <inheritdoc/>
    public override string FindHome(string? named) =>
        Path.GetDirectoryName(named is null ? Programs.OnPath("mongod") : Programs.In([named, Path.Combine(named, "bin")], "mongod"))
        ?? throw new TargetException(
            $"There is no MongoDB to start: there is no program mongod {(named is null ? "on the PATH" : $"at {named}")}. Unpack the vendor's archive and name its folder bin by home, or put the program on the PATH.",
            isUnreachable: true);

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))]);

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) => $"mongodb://{Hosts(nodes, order.Port)}/?replicaset={Set}";

    /// <summary>
    /// Tells the first node who the members are, once all answer. One that is of a set already has its data and members: after a node's folder was lost, the others bring it
    /// back, and no second set is made.
    /// </summary>
    public override string? Form(ServerOrder order)
    {
        var place = order.Nodes[0];
        try
        {
            bool isFormed = false;
            foreach (var node in order.Nodes)
            {
                place = node;
                using var connection = Open(order, node);
                isFormed |= connection.Hello.SetName is not null;
            }

            if (!isFormed)
            {
                place = order.Nodes[0];
                using var first = Open(order, place);
                first.Run("admin", new BsonDocument(("replSetInitiate", new BsonDocument(
                    ("_id", Set), ("members", order.Nodes.Select((node, i) => (object?)new BsonDocument(("_id", i), ("host", Hosts([node], order.Port)))).ToArray())))));
            }

            return null;
        }
        catch (WireException exception)
        {
            return $"{place.Name}: {exception.Message}";
        }
    }

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order)
    {
        string? primary = null;
        foreach (var node in order.Nodes)
        {
            try
            {
                using var connection = Open(order, node);
                var hello = connection.Hello;
                if (hello.SetName != Set || hello.Primary is null)
                {
                    return $"{node.Name} {(hello.SetName is null ? "is not of the set yet" : "knows no primary")}";
                }

                if ((primary ??= hello.Primary) != hello.Primary)
                {
                    return $"{node.Name} takes {hello.Primary} for the primary, and {order.Nodes[0].Name} takes {primary}";
                }
            }
            catch (WireException exception)
            {
                return $"{node.Name} does not answer: {exception.Message}";
            }
        }

        return null;
    }

    private static MongoConnection Open(ServerOrder order, ServerPlace node) =>
        MongoConnection.Open(MongoAddress.Host(Hosts([node], order.Port)), new MongoConnectionOptions { RequestTimeout = Patience });

    private static PlannedNode Node(ServerOrder order, ServerPlace node) => new(
        node,
        MongoCommand.Data(Path.Combine(order.Home, "mongod"), Path.Combine(node.Folder, Data), node.Address, order.Port, Set, order.Settings.Mebibytes("cache")!.Value, order.Settings.Text("profile")!))
    {
        Listens = [(node.Address, order.Port)],
        Folders = [Data],
    };
}
