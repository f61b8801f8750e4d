using System.Globalization;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Builds the command lines of servers, and the commands that form replica sets and sharded clusters. Private servers
/// (<see cref="MongoPlan"/>) and deployments (<see cref="MongoRecipe"/>) use the same commands. It starts no process, and only
/// <see cref="AddShards"/> and <see cref="Shards"/> ask a server.
/// </summary>
internal static class MongoCommand
{
    private const string DataFolder = "data";
    private const string RouterLog = "router.log";

    /// <summary>Smallest cache that a server accepts, in MiB.</summary>
    public const int SmallestCacheMb = 256;

    /// <summary>
    /// Server settings of a profile. <c>study1</c> compresses neither documents nor journal nor keys, as MongoDB 2.6 did not.
    /// </summary>
    /// <param name="profile"><c>default</c> or <c>study1</c>.</param>
    public static IReadOnlyList<string> Profile(string profile) => profile == "default"
        ? []
        : ["--wiredTigerCollectionBlockCompressor", "none", "--wiredTigerJournalCompressor", "none",
            "--wiredTigerIndexPrefixCompression", "false"];

    /// <summary>Builds the start of a data server.</summary>
    /// <param name="program">Path of <c>mongod</c>.</param>
    /// <param name="place">The node's place, whose role says whether it belongs to a sharded cluster.</param>
    /// <param name="port">Port for clients.</param>
    /// <param name="set">Name of its replica set.</param>
    /// <param name="cacheMb">Cache in MiB, raised to <see cref="SmallestCacheMb"/> if it is less.</param>
    /// <param name="profile"><c>default</c> or <c>study1</c>.</param>
    public static PlannedNode Data(string program, ServerPlace place, int port, string set, int cacheMb, string profile) =>
        new(place,
        [
            program, "--dbpath", Path.Combine(place.Folder, DataFolder), "--port", port.ToString(CultureInfo.InvariantCulture),
            "--bind_ip", place.Address, "--replSet", set, "--wiredTigerCacheSizeGB", CacheGb(cacheMb), "--nounixsocket",
            .. Profile(profile),
            .. place.Role switch
            {
                MongoRole.Data => ["--shardsvr"],
                MongoRole.Config => ["--configsvr"],
                _ => Array.Empty<string>(),
            },
        ])
        {
            Listens = [(place.Address, port)],
            Folders = [DataFolder],
        };

    /// <summary>Builds the start of a router.</summary>
    /// <param name="program">Path of <c>mongos</c>.</param>
    /// <param name="place">The node's place.</param>
    /// <param name="port">Port for clients.</param>
    /// <param name="configuration">The set of configuration servers as <c>config/host:port,host:port</c>.</param>
    public static PlannedNode Router(string program, ServerPlace place, int port, string configuration) =>
        new(place,
        [
            program, "--configdb", configuration, "--port", port.ToString(CultureInfo.InvariantCulture), "--bind_ip",
            place.Address, "--nounixsocket", "--logpath", Path.Combine(place.Folder, RouterLog),
        ])
        {
            Listens = [(place.Address, port)],
            Logs = [RouterLog],
        };

    /// <summary>Builds the command that makes a replica set. Its first member receives it.</summary>
    /// <param name="set">Name of the set.</param>
    /// <param name="members">Host and port of each member.</param>
    public static BsonDocument Initiate(string set, IEnumerable<string> members) => new(("replSetInitiate", new BsonDocument(
        ("_id", set),
        ("members", members.Select((host, i) => (object?)new BsonDocument(("_id", i), ("host", host))).ToArray()))));

    /// <summary>Adds the shards that a router does not know yet.</summary>
    /// <param name="router">A connection to the router.</param>
    /// <param name="shards">Set and comma-separated members of each shard.</param>
    public static void AddShards(MongoConnection router, IEnumerable<(string Set, string Hosts)> shards)
    {
        var known = Shards(router);
        foreach (var (set, hosts) in shards.Where(shard => !known.Contains(shard.Set)))
        {
            router.Run("admin", new BsonDocument(("addShard", $"{set}/{hosts}"), ("name", set)));
        }
    }

    /// <summary>Names of the shards that a router knows.</summary>
    /// <param name="router">A connection to the router.</param>
    public static HashSet<string> Shards(MongoConnection router) =>
        router.Run("admin", new BsonDocument(("listShards", 1))).Documents("shards").Select(shard => shard.Text("_id")!)
            .ToHashSet(StringComparer.Ordinal);

    private static string CacheGb(int mebibytes) => (Math.Max(SmallestCacheMb, mebibytes) / 1024.0)
        .ToString("0.###", CultureInfo.InvariantCulture);
}
