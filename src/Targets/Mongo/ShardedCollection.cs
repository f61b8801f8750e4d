using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Distributes a trial's collection over the shards before the first write, and stops the balancer of the whole cluster until
/// <see cref="Restore"/>. <see cref="MongoTarget"/> owns one for a sharded cluster and must call <see cref="Restore"/>, since
/// the cluster outlives the run. If the cluster cannot be reached at the end, its balancer stays off.
/// </summary>
/// <param name="deployment">Opens connections to routers.</param>
/// <param name="servers">Lists the shards.</param>
/// <param name="how">The endpoint's option <c>shard</c>: <c>hashed</c>, <c>ranged</c>, or <c>none</c> for a single shard.</param>
internal sealed class ShardedCollection(MongoDeployment deployment, MongoDataServers servers, string how) : IDisposable
{
    private const int ChunksPerShard = 2;

    // From 7.2 on the server itself gives an empty collection with a hashed key a chunk per shard.
    private static readonly Version SplitsByItself = new(7, 2);

    // A database need not be enabled from feature version 6.0 on, which every server of 7.0 has.
    private static readonly Version EnablesByItself = new(7, 0);
    private bool _wasBalancing;

    /// <summary>How the collection was distributed, for the description.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; private set; } = new Dictionary<string, string>();

    /// <summary>Shards the existing empty collection.</summary>
    /// <param name="connection">A connection to a router.</param>
    /// <param name="collection">The collection.</param>
    /// <param name="version">Version of the server.</param>
    public void Create(MongoConnection connection, MongoCollection collection, string version)
    {
        StopBalancer(connection);
        var shards = servers.Shards();
        var settings = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["shards"] = Text(shards.Count),
            ["shard_key"] = "none: the collection is on one shard"
        };
        if (how != "none" && IsBefore(version, EnablesByItself))
        {
            connection.Run("admin", new BsonDocument(("enableSharding", collection.Database)));
        }

        if (how == "hashed")
        {
            // A time series has no key but its metadata, which is the source, and its time.
            string key = collection.IsTimeSeries ? collection.Names.Source : "_id";
            var command = new BsonDocument(("shardCollection", collection.FullName),
                ("key", new BsonDocument((key, "hashed"))));
            bool splits = collection.IsTimeSeries || !IsBefore(version, SplitsByItself);
            connection.Run("admin", splits ? command : command.Add("numInitialChunks", ChunksPerShard * shards.Count));
            settings["shard_key"] = $"{key} hashed";
            settings["chunks"] = splits ? "split by the server" : Text(ChunksPerShard * shards.Count);
        }
        else if (how == "ranged")
        {
            settings["shard_key"] = $"{collection.Names.Source}, {collection.Names.Sequence}";
            settings["chunks"] = Text(Split(connection, collection, shards));
        }

        Settings = settings;
    }

    /// <summary>Starts the balancer again if <see cref="Create"/> has stopped it.</summary>
    public void Restore()
    {
        if (!_wasBalancing)
        {
            return;
        }

        using var router = deployment.Open();
        router.Run("admin", new BsonDocument(("balancerStart", 1)));
        _wasBalancing = false;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            Restore();
        }
        catch (WireException)
        {
            // The cluster is unreachable and its balancer stays off, as the documentation says.
        }
    }

    private static bool IsBefore(string version, Version limit) =>
        Version.TryParse(version.Split('-')[0], out var known) && known < limit;

    private void StopBalancer(MongoConnection connection)
    {
        // Read once: a later state would be the one that this run has set.
        if (!_wasBalancing && connection.Run("admin", new BsonDocument(("balancerStatus", 1))).Text("mode") is { } mode
            && mode != "off")
        {
            _wasBalancing = true;
            connection.Run("admin", new BsonDocument(("balancerStop", 1)));
        }
    }

    /// <summary>
    /// Splits by source and sequence: one chunk per source, dealt to the shards in turn, or several per source if there are fewer
    /// sources than shards. No two chunks begin at the same record: the server would refuse the second split.
    /// </summary>
    private static int Split(MongoConnection connection, MongoCollection collection,
        IReadOnlyList<(string Name, string[] Hosts)> shards)
    {
        var (source, sequence) = (collection.Names.Source, collection.Names.Sequence);
        connection.Run("admin",
            new BsonDocument(("shardCollection", collection.FullName), ("key", new BsonDocument((source, 1), (sequence, 1)))));
        var table = collection.Table;
        long perSource = Math.Min((shards.Count + table.Sources - 1) / Math.Max(1, table.Sources), table.RecordsPerSource);
        int chunk = 0;
        for (int s = 0; s < table.Sources; s++)
        {
            for (int part = 0; part < perSource; part++, chunk++)
            {
                var place = new BsonDocument((source, s), (sequence, table.RecordsPerSource * part / perSource));
                if (chunk > 0)
                {
                    connection.Run("admin", new BsonDocument(("split", collection.FullName), ("middle", place)));
                }

                Move(connection, collection, place, shards[chunk % shards.Count].Name);
            }
        }

        return chunk;
    }

    private static void Move(MongoConnection connection, MongoCollection collection, BsonDocument place, string shard)
    {
        try
        {
            connection.Run("admin", new BsonDocument(("moveChunk", collection.FullName), ("find", place), ("to", shard)));
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.IllegalOperation
            || exception.ServerMessage.Contains("already", StringComparison.OrdinalIgnoreCase))
        {
            // The shard has the chunk already.
        }
    }

    private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
