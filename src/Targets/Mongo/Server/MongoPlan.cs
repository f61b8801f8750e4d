using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Plans a private server: a replica set of one member, since a majority needs a set, or several such sets as shards with a
/// configuration server and a router, which is study 1's layout. <see cref="MongoDefinition"/> makes it, and
/// <see cref="PrivateServer"/> starts it. While <see cref="PrivateServer"/> polls it (<see cref="IsWhole"/>), it initiates the
/// replica sets and adds the shards itself. Nodes require no password, so they must listen on loopback only.
/// </summary>
/// <param name="Home">Paths of the programs.</param>
/// <param name="Asked">Number of data nodes. Null if the user gave none, which means 1.</param>
/// <param name="CacheMb">Cache of each data node in MiB.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
/// <param name="WorkFolder">Parent of the server's folder.</param>
/// <param name="Limits">Resource limits of each node. Null for none.</param>
internal sealed record MongoPlan(MongoHome Home, int? Asked, int CacheMb, string Profile, string WorkFolder,
    ServerLimits? Limits) : PrivateServerPlan(
    "mongodb",
    "MongoDB",
    Home.Mongod,
    string.Create(CultureInfo.InvariantCulture, $"{Settings(Profile)} {CacheMb} MiB a server with data"),
    Memory(Asked ?? 1, CacheMb, (Limits?.MemoryBytes ?? long.MaxValue) >> 20),
    WorkFolder,
    Limits)
{
    /// <summary>Memory of a data node besides its cache, and of a configuration server or router, in MiB.</summary>
    private const int FurtherMb = 256;

    private static readonly MongoConnectionOptions Quick = new() { RequestTimeout = ServerTimeouts.Ready };

    /// <inheritdoc/>
    public override int? AskedNodes => Asked;

    /// <inheritdoc/>
    public override string Name => IsSharded
        ? string.Create(CultureInfo.InvariantCulture, $"private cluster of {Nodes} shards") : "private replica set of one";

    /// <inheritdoc/>
    public override string LimitsOf => ", each server";

    /// <inheritdoc/>
    public override TimeSpan StartTimeout => IsSharded ? ServerTimeouts.ClusterStart : ServerTimeouts.Start;

    private int Nodes => Asked ?? 1;

    private bool IsSharded => Nodes > 1;

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        string address = IPAddress.Loopback.ToString();
        var nodes = Enumerable.Range(1, Nodes).Select(i => WithData(string.Create(CultureInfo.InvariantCulture, $"n{i}"),
            CacheMb, IsSharded ? MongoRole.Data : null)).ToList();
        if (IsSharded)
        {
            var config = WithData(MongoRole.Config, MongoCommand.SmallestCacheMb, MongoRole.Config);
            nodes.Add(config);
            nodes.Add(MongoCommand.Router(Home.Mongos!, Place(MongoRole.Router, MongoRole.Router),
                free.Take(IPAddress.Loopback), $"{SetOf(config.Place)}/{Server(config)}"));
        }

        return new(nodes);

        ServerPlace Place(string name, string? role) => new(name, address, Path.Combine(folder, name), role);

        PlannedNode WithData(string name, int cacheMb, string? role)
        {
            var place = Place(name, role);
            return MongoCommand.Data(Home.Mongod, place, free.Take(IPAddress.Loopback), SetOf(place)!, cacheMb, Profile);
        }
    }

    /// <inheritdoc/>
    public override ServerAddress Address(IReadOnlyList<PlannedNode> nodes) =>
        new(scheme: null, Server(IsSharded ? nodes[^1] : nodes[0]));

    /// <summary>The router starts last, because it reads everything from the configuration server.</summary>
    public override int Wave(int node) => node > Nodes ? 1 : 0;

    /// <inheritdoc/>
    public override bool IsWhole(IReadOnlyList<PlannedNode> nodes, CancellationToken cancellation)
    {
        if (!nodes.All(Answers))
        {
            return false;
        }

        if (IsSharded)
        {
            AddShards(nodes);
        }

        return true;
    }

    /// <summary>Checks that a node accepts writes. First forms a replica set of a node that belongs to none.</summary>
    protected override void Ask(PlannedNode node)
    {
        string? set = SetOf(node.Place);
        using var connection = MongoConnection.Open(Server(node), Quick);
        if (connection.Hello.SetName is null && set is not null)
        {
            connection.Run("admin", MongoCommand.Initiate(set, [Server(node).ToString()!]));
        }

        if (!connection.Hello.IsWritable || connection.Hello.SetName != set)
        {
            throw new TargetException($"{Server(node)} accepts no writes yet.", isUnreachable: true);
        }
    }

    private static string Settings(string profile) => profile == "default" ? "vendor's defaults but for the cache:"
        : $"{profile} (nothing compressed on disk, as before WiredTiger), a cache of";

    private static long Memory(int nodes, int cacheMb, long mostMb) => (nodes * Math.Min(cacheMb + FurtherMb, mostMb))
        + (nodes == 1 ? 0 : Math.Min(MongoCommand.SmallestCacheMb + FurtherMb, mostMb) + Math.Min(FurtherMb, mostMb));

    /// <summary>Name of the set of which a node is the only member. Null for the router.</summary>
    private static string? SetOf(ServerPlace node) => node.Role switch
    {
        null => "dbingest",
        MongoRole.Data => "shard" + node.Name[1..],
        MongoRole.Config => MongoRole.Config,
        _ => null,
    };

    private void AddShards(IReadOnlyList<PlannedNode> nodes)
    {
        try
        {
            using var router = MongoConnection.Open(Server(nodes[^1]), new MongoConnectionOptions());
            MongoCommand.AddShards(router, nodes.Take(Nodes).Select(node => (SetOf(node.Place)!, Server(node).ToString()!)));
        }
        catch (WireException exception)
        {
            throw new TargetException($"The shards cannot be added to the cluster: {exception.Message}", exception,
                isUnreachable: true);
        }
    }
}
