using System.Globalization;
using System.Text.Json;
using DbIngest.Targets.Couchbase.Cluster;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads version, nodes and bucket settings from the cluster for the description that <see cref="CouchbaseTarget"/> makes. It
/// must read no secret. Changes nothing.
/// </summary>
/// <remarks>
/// The manifest stores the settings by their names, and <c>--resume</c> compares them, so a name must not change and no value
/// that moves by itself may stand among them.
/// </remarks>
internal static class CouchbaseServerInfo
{
    private static readonly string[] BucketSettings =
        ["bucketType", "storageBackend", "evictionPolicy", "replicaNumber", "threadsNumber", "compressionMode",
            "durabilityMinLevel", "numVBuckets", "replicaIndex", "flushEnabled"];

    private static readonly string[] Threads = ["num_reader_threads", "num_writer_threads"];

    /// <summary>Product and version.</summary>
    public static string Product(CouchbaseCluster cluster, ClusterRest rest, CancellationToken cancellation)
    {
        string? version = rest.Get("/pools", cancellation) is { ValueKind: JsonValueKind.Object } pools
            && pools.TryGetProperty("implementationVersion", out var own) ? own.GetString() : null;
        if (version is null)
        {
            using var link = cluster.Open(cluster.NodesInUse.First());
            version = link.Statistics().GetValueOrDefault("version");
        }

        return version switch
        {
            null => "Couchbase Server, of a version that it does not say",
            ['0' or '1' or '2' or '3' or '4' or '5' or '6' or '7' or '8' or '9', ..] => $"Couchbase Server {version}",
            _ => version,
        };
    }

    /// <summary>Settings of cluster and bucket that influence a trial's rate, latency or disk space.</summary>
    public static IReadOnlyDictionary<string, string> Settings(CouchbaseEndpoint endpoint, CouchbaseCluster cluster,
        ClusterRest rest, CancellationToken cancellation)
    {
        var map = cluster.Map;
        var settings = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["nodes_with_data"] = string.Join(", ", cluster.NodesInUse),
            ["vbuckets"] = map.VBuckets.ToString(CultureInfo.InvariantCulture),
            ["replicas_in_the_map"] = map.Replicas.Count.ToString(CultureInfo.InvariantCulture),
            ["login"] = cluster.Mechanism ?? "none",
            ["features"] = string.Join(", ", cluster.Features.Order()),
        };
        if (rest.Get(BucketContent.PathOf(endpoint), cancellation) is not { ValueKind: JsonValueKind.Object } bucket)
        {
            return settings;
        }

        foreach (string name in BucketSettings)
        {
            if (bucket.TryGetProperty(name, out var value)
                && value.ValueKind is JsonValueKind.String or JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False)
            {
                settings[$"bucket_{name}"] = value.ToString();
            }
        }

        if (bucket.TryGetProperty("quota", out var quota) && quota.TryGetProperty("rawRAM", out var ram))
        {
            settings["bucket_memory_a_node"] = ram.ToString();
        }

        if (bucket.TryGetProperty("autoCompactionSettings", out var compaction) && compaction.ValueKind == JsonValueKind.Object
            && compaction.TryGetProperty("databaseFragmentationThreshold", out var threshold)
                && threshold.TryGetProperty("percentage", out var percentage))
        {
            settings["bucket_compacted_at_percent"] = percentage.ToString();
        }

        // Only administrators of the whole cluster may read the number of threads. Those of a bucket can measure without it.
        if (rest.Get("/pools/default/settings/memcached/global", cancellation, mayBeForbidden: true)
            is { ValueKind: JsonValueKind.Object } threads)
        {
            foreach (string name in Threads)
            {
                settings[name] = threads.TryGetProperty(name, out var value) ? value.ToString() : "the server's default";
            }
        }

        return settings;
    }
}
