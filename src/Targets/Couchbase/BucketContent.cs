using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>Makes room for a trial, and empties it: a collection made anew, a bucket flushed, or a bucket made anew.</summary>
/// <param name="endpoint">What is asked for.</param>
/// <param name="cluster">The cluster.</param>
/// <param name="rest">Its management.</param>
internal sealed class BucketContent(CouchbaseEndpoint endpoint, CouchbaseCluster cluster, ClusterRest rest)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan CompactionPatience = TimeSpan.FromMinutes(30);

    private string Path => PathOf(endpoint);

    /// <summary>How it is emptied.</summary>
    public string Mode => endpoint.Reset
        ?? (CollectionOf(endpoint, cluster) is { } name && name != CouchbaseEndpoint.DefaultCollection ? "collection" : "flush");

    /// <summary>The bucket's path in the cluster's management.</summary>
    public static string PathOf(CouchbaseEndpoint endpoint) => $"/pools/default/buckets/{Uri.EscapeDataString(endpoint.Bucket)}";

    /// <summary>The collection that records go to; null where the server has none.</summary>
    /// <exception cref="TargetException">One is asked for, and the server has none.</exception>
    public static string? CollectionOf(CouchbaseEndpoint endpoint, CouchbaseCluster cluster)
    {
        bool hasCollections = cluster.Features.Contains(KvFeature.Collections);
        return hasCollections ? endpoint.Reset is "flush" or "bucket" ? CouchbaseEndpoint.DefaultCollection : endpoint.Collection
            : endpoint.Reset == "collection" || endpoint.Scope != CouchbaseEndpoint.DefaultCollection
                ? throw new TargetException(
                    "The server has no collections (Couchbase Server 7.0 has): leave reset=collection and scope out, or take "
                    + "reset=flush.")
                : null;
    }

    /// <summary>Creates a bucket.</summary>
    /// <param name="rest">The cluster's management.</param>
    /// <param name="endpoint">Its name and settings.</param>
    /// <param name="cancellation">Ends it early.</param>
    public static void Create(ClusterRest rest, CouchbaseEndpoint endpoint, CancellationToken cancellation) => rest.Post(
        "/pools/default/buckets",
        cancellation,
        [
            ("name", endpoint.Bucket),
            ("ramQuotaMB", Text(endpoint.RamMb)),
            ("replicaNumber", Text(endpoint.Replicas)),
            ("storageBackend", endpoint.Storage),
            ("bucketType", "couchbase"),
            ("authType", "sasl"),
            ("saslPassword", string.Empty),
            ("flushEnabled", "1"),
            .. StudyFields(endpoint),
        ]);

    private static IReadOnlyList<(string, string)> StudyFields(CouchbaseEndpoint endpoint) => endpoint.IsStudy
        ? StudyProfile.BucketFields : [];

    /// <summary>Makes it empty, and waits until every vBucket answers.</summary>
    public void Reset(CancellationToken cancellation)
    {
        Empty(cancellation);
        if (Mode == "collection")
        {
            // Where the scope or the collection is there already, the answer is 400: what counts is that it is there afterwards.
            if (endpoint.Scope != CouchbaseEndpoint.DefaultCollection && !HasScope(cancellation))
            {
                rest.Post($"{Path}/scopes", cancellation, ("name", endpoint.Scope));
            }

            rest.Post($"{Path}/scopes/{Escaped(endpoint.Scope)}/collections", cancellation, ("name", endpoint.Collection));
        }

        AwaitReady(cancellation);
    }

    /// <summary>Gives back what it took.</summary>
    public void Empty(CancellationToken cancellation)
    {
        switch (Mode)
        {
            case "collection":
                if (rest.Delete($"{Path}/scopes/{Escaped(endpoint.Scope)}/collections/{Escaped(endpoint.Collection)}",
                    cancellation))
                {
                    AwaitCollection(isThere: false, cancellation);

                    // What was in it leaves the disk when the bucket is compacted.
                    rest.Post($"{Path}/controller/compactBucket", cancellation);
                    AwaitCompaction(cancellation);
                }

                break;
            case "flush":
                if (!rest.Post($"{Path}/controller/doFlush", cancellation))
                {
                    throw new TargetException(
                        $"The bucket {endpoint.Bucket} cannot be flushed: enable that in its settings, or take "
                        + $"reset=collection or reset=bucket.");
                }

                break;
            default:
                Recreate(cancellation);
                break;
        }
    }

    /// <summary>Waits until the bucket is not being compacted.</summary>
    public void AwaitCompaction(CancellationToken cancellation) => Waiting.Until(
        () => rest.Get("/pools/default/tasks", cancellation) is not { ValueKind: JsonValueKind.Array } tasks
            || !tasks.EnumerateArray().Any(IsCompaction),
        Interval,
        CompactionPatience,
        () => new TargetException(
            $"The bucket {endpoint.Bucket} is still being compacted after {CompactionPatience.TotalMinutes:0} minutes."),
        cancellation);

    private static string Escaped(string name) => Uri.EscapeDataString(name);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private bool IsCompaction(JsonElement task) =>
        task.TryGetProperty("type", out var type) && type.GetString() == "bucket_compaction"
        && task.TryGetProperty("bucket", out var bucket) && bucket.GetString() == endpoint.Bucket
        && task.TryGetProperty("status", out var status) && status.GetString() == "running";

    private bool HasScope(CancellationToken cancellation) =>
        rest.Get($"{Path}/scopes", cancellation) is { } all && all.TryGetProperty("scopes", out var scopes)
        && scopes.EnumerateArray().Any(s => s.GetProperty("name").GetString() == endpoint.Scope);

    /// <summary>Deletes the bucket and creates it with the settings that it had.</summary>
    private void Recreate(CancellationToken cancellation)
    {
        var old = rest.Get(Path, cancellation) ?? throw new TargetException($"The bucket {endpoint.Bucket} is not there.");
        List<(string, string)> fields =
        [
            ("name", endpoint.Bucket), ("bucketType", "couchbase"), ("authType", "sasl"), ("saslPassword", string.Empty),
                ("flushEnabled", "1"),
            ("ramQuotaMB", Text(old.TryGetProperty("quota", out var quota) && quota.TryGetProperty("rawRAM", out var ram)
                ? (int)(ram.GetInt64() >> 20) : endpoint.RamMb)),
            ("replicaNumber",
                Text(old.TryGetProperty("replicaNumber", out var replicas) ? replicas.GetInt32() : endpoint.Replicas)),
            .. StudyFields(endpoint),
        ];
        foreach (string name in (string[])["storageBackend", "evictionPolicy", "compressionMode", "durabilityMinLevel"])
        {
            if (old.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String)
            {
                fields.Add((name, value.GetString()!));
            }
        }

        rest.Delete(Path, cancellation);
        rest.Post("/pools/default/buckets", cancellation, fields);
    }

    private void AwaitCollection(bool isThere, CancellationToken cancellation) => Waiting.Until(
        () => IsThere() == isThere,
        Interval,
        Patience,
        () => new TargetException(
            $"The collection {endpoint.Scope}.{endpoint.Collection} is {(isThere ? "not there" : "still there")} after "
            + $"{Patience.TotalMinutes:0} minutes."),
        cancellation);

    private bool IsThere()
    {
        try
        {
            cluster.CollectionId(endpoint.Scope, endpoint.Collection);
            return true;
        }
        catch (KvServerException exception) when (
            exception.Status is KvStatus.UnknownCollection or KvStatus.UnknownScope or KvStatus.NoCollectionsManifest)
        {
            return false;
        }
    }

    private void AwaitReady(CancellationToken cancellation)
    {
        if (Mode == "collection")
        {
            AwaitCollection(isThere: true, cancellation);
        }

        WireException? last = null;
        Waiting.Until(
            () =>
            {
                try
                {
                    cluster.Refresh();
                    return VBucketReadiness.Check(cluster, CollectionOf(endpoint, cluster) is { } name
                        ? cluster.CollectionId(endpoint.Scope, name) : null);
                }
                catch (WireException exception) when (
                    exception is ConnectionLostException or WireProtocolException or KvServerException)
                {
                    // A bucket that is being made lets nobody in, and has no map.
                    last = exception;
                    return false;
                }
            },
            Interval,
            Patience,
            () => new TargetException(
                $"Not every vBucket of {endpoint.Bucket} answers after {Patience.TotalMinutes:0} "
                + $"minutes.{(last is null ? string.Empty : $" {last.Message}")}", last),
            cancellation);
    }
}
