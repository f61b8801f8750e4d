using System.Globalization;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// The command lines of servers, and the commands that make sets and clusters of them: the same for private and deployed ones.
/// </summary>
internal static class MongoCommand
{
    private const string DataFolder = "data";
    private const string RouterLog = "router.log";

    /// <summary>The least that a server accepts as its cache.</summary>
    public const int SmallestCacheMb = 256;

    /// <summary>
    /// Its settings, by name: the vendor's, or study 1's, whose MongoDB 2.6 compressed neither documents nor journal nor keys.
    /// </summary>
    /// <param name="profile"><c>default</c> or <c>study1</c>.</param>
    public static IReadOnlyList<string> Profile(string profile) => profile == "default"
        ? []
        : ["--wiredTigerCollectionBlockCompressor", "none", "--wiredTigerJournalCompressor", "none",
            "--wiredTigerIndexPrefixCompression", "false"];

    /// <summary>A server that holds data, as it is started.</summary>
    /// <param name="program">The program.</param>
    /// <param name="place">Where it is, and whether it is part of a sharded cluster.</param>
    /// <param name="port">The port that it listens on.</param>
    /// <param name="set">The replica set that it is a member of.</param>
    /// <param name="cacheMb">Its cache.</param>
    /// <param name="profile">Its settings.</param>
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

    /// <summary>A router, as it is started.</summary>
    /// <param name="program">The program.</param>
    /// <param name="place">Where it is.</param>
    /// <param name="port">The port that it listens on.</param>
    /// <param name="configuration">The set that knows the shards: its name and members, as
    /// <c>config/host:port,host:port</c>.</param>
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

    /// <summary>The command that makes a replica set; its first member is told.</summary>
    /// <param name="set">The set's name.</param>
    /// <param name="members">Host and port of each member.</param>
    public static BsonDocument Initiate(string set, IEnumerable<string> members) => new(("replSetInitiate", new BsonDocument(
        ("_id", set),
        ("members", members.Select((host, i) => (object?)new BsonDocument(("_id", i), ("host", host))).ToArray()))));

    /// <summary>Adds shards that a router does not know yet.</summary>
    /// <param name="router">A connection to the router.</param>
    /// <param name="shards">Each shard's set, and the hosts of its members with commas between them.</param>
    public static void AddShards(MongoConnection router, IEnumerable<(string Set, string Hosts)> shards)
    {
        var known = Shards(router);
        foreach (var (set, hosts) in shards.Where(shard => !known.Contains(shard.Set)))
        {
            router.Run("admin", new BsonDocument(("addShard", $"{set}/{hosts}"), ("name", set)));
        }
    }

    /// <summary>The names of the shards that a router knows.</summary>
    /// <param name="router">A connection to the router.</param>
    public static HashSet<string> Shards(MongoConnection router) =>
        router.Run("admin", new BsonDocument(("listShards", 1))).Documents("shards").Select(shard => shard.Text("_id")!)
            .ToHashSet(StringComparer.Ordinal);

    private static string CacheGb(int mebibytes) => (Math.Max(SmallestCacheMb, mebibytes) / 1024.0)
        .ToString("0.###", CultureInfo.InvariantCulture);
}
