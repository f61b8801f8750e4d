using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>What the configuration of a sharded cluster says.</summary>
public sealed class Sharding
{
    private readonly List<(string Id, string Host)> _shards = [];

    /// <summary>The shards: name and place.</summary>
    public IReadOnlyList<(string Id, string Host)> Shards => _shards;

    /// <summary>Whether the balancer works.</summary>
    public bool IsBalancing { get; set; } = true;

    /// <summary>Collections that are sharded, each with its key and the chunks that it was split into.</summary>
    public Dictionary<string, (BsonDocument Key, long Chunks)> Collections { get; } = new(StringComparer.Ordinal);

    /// <summary>The shard that a document of a collection is on.</summary>
    public string Of(string collection, BsonDocument document)
    {
        if (!Collections.TryGetValue(collection, out var sharded))
        {
            return _shards[0].Id;
        }

        // Not MongoDB's hash: any that spreads will do.
        ulong id = document["_id"] is BsonObjectId key ? key.Low ^ ((ulong)key.High << 40) : (ulong)(document.Number("_id") ?? 0);
        ulong hash = id * 0x9E37_79B9_7F4A_7C15;
        return _shards[(int)((hash >> 33) % (ulong)_shards.Count)].Id;
    }

    internal void Add(string id, string host) => _shards.Add((id, host));
}
