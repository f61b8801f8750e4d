using System.Net;
using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>Commands on the deployment as a whole: its statistics, its set, its shards.</summary>
internal sealed class AdminCommands(Member member, Cursors cursors)
{
    private Deployment Deployment => member.Deployment;

    /// <summary>The documents of a collection of the database <c>config</c>.</summary>
    public static IEnumerable<BsonDocument> Configuration(Deployment deployment, string full) =>
        (full, deployment.Sharding) switch
        {
            ("config.shards", { } sharding) => sharding.Shards
                .Select(s => new BsonDocument(("_id", s.Id), ("host", $"{s.Id}/{s.Host}"), ("state", 1))),
            ("config.settings",
                { } sharding) => [
                new BsonDocument(("_id", "balancer"), ("mode", sharding.IsBalancing ? "full" : "off"),
            ("stopped", !sharding.IsBalancing))],
            ("config.collections", { } sharding) => sharding.Collections
                .Select(c => new BsonDocument(("_id", c.Key), ("key", c.Value.Key))),
            _ => [],
        };

    public BsonDocument Run(string name, BsonDocument command) => name switch
    {
        "aggregate" => Aggregate(command),
        "collStats" when command.Text("collStats") == "oplog.rs" => Commands.Good(("size", Deployment.Storage.WrittenBytes)),
        "collStats" => Statistics($"{command.Text("$db")}.{command.Text("collStats")}"),
        "dbStats" => Commands.Good(("db", command.Text("$db"))),
        "listCollections" => cursors.Open(
            $"{command.Text("$db")}.$cmd.listCollections",
            Deployment.Storage.OfDatabase(command.Text("$db")!)
                .Select(c => new BsonDocument(("name", c.Name[(c.Name.IndexOf('.', StringComparison.Ordinal) + 1)..]),
                ("type", c.IsTimeSeries ? "timeseries" : "collection"), ("options", c.Options)).ToBytes()),
            1000),
        "replSetInitiate" when member.Role == MemberRole.Data => Initiate(command.Document("replSetInitiate")!),
        "testJoin" when member.Role == MemberRole.Data => Join(command),
        "replSetGetStatus" when member.Role == MemberRole.Data => Commands.Good(
            ("set", Deployment.SetName),
            ("members", Deployment.Members
                .Select((m, i) => new BsonDocument(("_id", i), ("name", m.Name),
                ("stateStr", m == Deployment.Primary ? "PRIMARY" : "SECONDARY"), ("health", 1.0))))),
        _ when member.Role == MemberRole.Router && Deployment.Sharding is { } sharding => Cluster(sharding, name, command),
        _ => Commands.Error(59, "CommandNotFound", $"no such command: '{name}'"),
    };

    private BsonDocument Initiate(BsonDocument configuration)
    {
        if (Deployment.SetName is not null)
        {
            return Commands.Error(23, "AlreadyInitialized", "already initialized");
        }

        string[] members = [.. configuration.Documents("members").Select(m => m.Text("host")!)];
        if (configuration.Text("_id") != member.Set || members.FirstOrDefault() != member.Name)
        {
            return Commands.Error(93, "InvalidReplicaSetConfig",
                $"This server is {member.Name} and was started for the set {member.Set}.");
        }

        Deployment.Initiate(member, members);
        return Commands.Good();
    }

    private BsonDocument Join(BsonDocument command)
    {
        Deployment.Join(member, command.Texts("members").ToList());
        return Commands.Good();
    }

    /// <summary>A shard is a set that has a primary: <c>SET/HOST:PORT</c>.</summary>
    private static BsonDocument AddShard(Sharding sharding, BsonDocument command)
    {
        string[] parts = command.Text("addShard")!.Split('/');
        using var connection = MongoConnection.Open(IPEndPoint.Parse(parts[1]), new MongoConnectionOptions());
        if (connection.Hello.SetName != parts[0] || !connection.Hello.IsWritable)
        {
            return Commands.Error(96, "OperationFailed", $"{parts[1]} is no primary of {parts[0]}.");
        }

        sharding.Add(command.Text("name")!, parts[1]);
        return Commands.Good(("shardAdded", command.Text("name")));
    }

    private BsonDocument Cluster(Sharding sharding, string name, BsonDocument command)
    {
        switch (name)
        {
            case "listShards":
                return Commands.Good(("shards", Configuration(Deployment, "config.shards").ToList()));
            case "addShard":
                return AddShard(sharding, command);
            case "balancerStatus":
                return Commands.Good(("mode", sharding.IsBalancing ? "full" : "off"), ("inBalancerRound", false),
                    ("numBalancerRounds", 1L));
            case "balancerStop":
                sharding.IsBalancing = false;
                return Commands.Good();
            case "balancerStart":
                sharding.IsBalancing = true;
                return Commands.Good();
            case "enableSharding":
                return Commands.Good();
            case "shardCollection":
                string full = command.Text("shardCollection")!;
                var key = command.Document("key")!;
                if (command["numInitialChunks"] is not null && key.Elements.All(e => e.Value is not "hashed"))
                {
                    return Commands.Error(72, "InvalidOptions",
                        "numInitialChunks is not supported when the shard key is not hashed.");
                }

                Deployment.Storage.Open(full);
                sharding.Collections[full] = (key, command.Number("numInitialChunks") ?? sharding.Shards.Count);
                return Commands.Good(("collectionsharded", full));
            case "split" or "moveChunk":
                sharding.Collections[command.Text(name)!] = sharding.Collections[command.Text(name)!] with
                {
                    Chunks =
                    sharding.Collections[command.Text(name)!].Chunks + (name == "split" ? 1 : 0)
                };
                return Commands.Good();
            default:
                return Commands.Error(59, "CommandNotFound", $"no such command: '{name}'");
        }
    }

    private BsonDocument Aggregate(BsonDocument command)
    {
        string full = $"{command.Text("$db")}.{command.Text("aggregate")}";
        var stage = command.Documents("pipeline") is [var first, ..] ? first : new BsonDocument();
        if (stage.Elements is not [{ Key: "$collStats" }, ..])
        {
            throw new NotSupportedException("An aggregation that does not begin with $collStats.");
        }

        if (Deployment.Storage.Find(full) is not { } collection)
        {
            return Commands.Error(26, "NamespaceNotFound", $"Collection [{full}] not found.");
        }

        if (Deployment.Sharding is not { } sharding || member.Role != MemberRole.Router)
        {
            return cursors.Open(full,
                [new BsonDocument(("ns", full), ("host", member.Name), ("storageStats", Statistics(full))).ToBytes()], 101);
        }

        var byShard = collection.Where(new BsonDocument()).Select(d => BsonDocument.Read(d)).GroupBy(d => sharding.Of(full, d))
            .ToDictionary(g => g.Key, g => (Count: g.Count(), Bytes: g.Sum(d => (long)d.ToBytes().Length)));
        return cursors.Open(
            full,
            sharding.Shards.Select(s =>
            {
                var (count, bytes) = byShard.GetValueOrDefault(s.Id);
                return new BsonDocument(("ns", full), ("shard", s.Id), ("host", s.Host),
                    ("storageStats", Statistics(count, bytes))).ToBytes();
            }),
            101);
    }

    private BsonDocument Statistics(string full) => Deployment.Storage.Find(full) is { } collection
        ? Statistics(collection.Count, collection.Bytes)
        : Statistics(0, 0);

    // Round figures of no engine: a page of 4 KiB for what there is, and one for the index.
    private static BsonDocument Statistics(int count, long bytes) => Commands.Good(
        ("count", count), ("size", bytes), ("storageSize", bytes + 4096), ("freeStorageSize", 0L),
            ("totalIndexSize", 4096L + (8L * count)), ("nindexes", 1), ("totalSize", bytes + 8192 + (8L * count)));
}
