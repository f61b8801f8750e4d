using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Empties the collection or bucket of a trial's records as <c>reset</c> of the endpoint says: it drops and creates a collection,
/// flushes a bucket, or deletes and creates a bucket. The last two ways delete every document of the bucket, whoever stored it.
/// It never deletes data of another bucket than the endpoint's. <see cref="CouchbaseDefinition"/> connects by <see cref="Open"/>,
/// which may create the bucket. <see cref="CouchbaseTarget"/> deletes the records in Prepare and Clean.
/// </summary>
/// <param name="endpoint">Names the bucket, scope and collection.</param>
/// <param name="cluster">The cluster that holds the bucket.</param>
/// <param name="rest">The cluster's management interface.</param>
internal sealed class BucketContent(CouchbaseEndpoint endpoint, CouchbaseCluster cluster, ClusterRest rest)
{
    private const string Ephemeral = "ephemeral";

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan CreationTimeout = TimeSpan.FromMinutes(1);

    /// <summary>Longest time until every vBucket, or a collection, follows a change of the schema.</summary>
    private static readonly TimeSpan ChangeTimeout = TimeSpan.FromMinutes(2);

    private string Path => PathOf(endpoint);

    /// <summary>How the records are deleted: <c>collection</c>, <c>flush</c> or <c>bucket</c>.</summary>
    public string Mode => endpoint.Reset
        ?? (CollectionOf(endpoint, cluster) is { } name && name != CouchbaseEndpoint.DefaultCollection ? "collection" : "flush");

    /// <summary>The bucket's path in the cluster's management.</summary>
    public static string PathOf(CouchbaseEndpoint endpoint) => $"/pools/default/buckets/{Uri.EscapeDataString(endpoint.Bucket)}";

    /// <summary>The collection that stores the records. Null if the server has no collections.</summary>
    /// <exception cref="TargetException">The endpoint names a collection, and the server has none.</exception>
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

    /// <summary>Connects to the endpoint's bucket. Creates it first if it is missing and the endpoint allows that.</summary>
    /// <param name="endpoint">Name and settings of the bucket.</param>
    /// <param name="options">How to connect.</param>
    /// <param name="reader">Reads the cluster's maps.</param>
    /// <param name="cancellation">Cancels the wait for a created bucket.</param>
    /// <exception cref="WireException">No node answers, or one refuses.</exception>
    /// <exception cref="TargetException">The created bucket accepts no connection within a minute.</exception>
    public static CouchbaseCluster Open(CouchbaseEndpoint endpoint, KvConnectionOptions options, ClusterMapReader reader,
        CancellationToken cancellation)
    {
        try
        {
            return CouchbaseCluster.Connect(endpoint.Hosts, options, reader);
        }
        catch (KvServerException exception) when (exception.Status is KvStatus.NoAccess or KvStatus.KeyNotFound
            && endpoint.Creates)
        {
            using var rest = ClusterRest.Find(endpoint.Hosts, options with { Bucket = null }, reader);
            Create(rest, endpoint, cancellation);
        }

        CouchbaseCluster? cluster = null;
        WireException? last = null;
        Waiting.Until(
            () =>
            {
                try
                {
                    cluster = CouchbaseCluster.Connect(endpoint.Hosts, options, reader);
                }
                catch (WireException exception)
                {
                    last = exception;
                }

                return cluster is not null;
            },
            Interval,
            CreationTimeout,
            () => CouchbaseErrors.OfTarget("The created bucket accepts no connection", last!),
            cancellation);
        return cluster!;
    }

    private static void Create(ClusterRest rest, CouchbaseEndpoint endpoint, CancellationToken cancellation) => rest.Post(
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

    /// <summary>Deletes all records, creates a dropped collection again, and waits until every vBucket answers.</summary>
    public void Reset(CancellationToken cancellation)
    {
        Empty(cancellation);
        if (Mode == "collection")
        {
            // The server refuses a scope or collection that exists, which would throw: Empty has just dropped the collection.
            if (endpoint.Scope != CouchbaseEndpoint.DefaultCollection && !HasScope(cancellation))
            {
                rest.Post($"{Path}/scopes", cancellation, ("name", endpoint.Scope));
            }

            rest.Post($"{Path}/scopes/{Escaped(endpoint.Scope)}/collections", cancellation, ("name", endpoint.Collection));
        }

        AwaitReady(cancellation);
    }

    /// <summary>Deletes all records by <see cref="Mode"/>, and in the mode <c>collection</c> the collection too.</summary>
    public void Empty(CancellationToken cancellation)
    {
        switch (Mode)
        {
            case "collection":
                bool wasThere = rest.Delete(
                    $"{Path}/scopes/{Escaped(endpoint.Scope)}/collections/{Escaped(endpoint.Collection)}", cancellation);
                AwaitCollection(isThere: false, cancellation);
                if (wasThere)
                {
                    // Compaction removes the dropped collection's documents from the disk.
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

    /// <summary>Waits until no compaction of the bucket runs.</summary>
    public void AwaitCompaction(CancellationToken cancellation) => Waiting.Until(
        () => rest.Get("/pools/default/tasks", cancellation) is not { ValueKind: JsonValueKind.Array } tasks
            || !tasks.EnumerateArray().Any(IsCompaction),
        Interval,
        ServerTimeouts.Quiet,
        () => new TargetException(
            $"The bucket {endpoint.Bucket} is still being compacted after {ServerTimeouts.Quiet.TotalMinutes:0} minutes."),
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

    /// <summary>
    /// Deletes the bucket and creates it again with the same type, memory, replicas, storage, eviction, compression and
    /// durability. Its other settings become the server's defaults, or those of the profile.
    /// </summary>
    private void Recreate(CancellationToken cancellation)
    {
        var old = rest.Get(Path, cancellation) ?? throw new TargetException($"The bucket {endpoint.Bucket} does not exist.");
        bool isEphemeral = old.TryGetProperty("bucketType", out var type) && type.GetString() == Ephemeral;
        List<(string, string)> fields =
        [
            ("name", endpoint.Bucket), ("bucketType", isEphemeral ? Ephemeral : "couchbase"), ("authType", "sasl"),
                ("saslPassword", string.Empty), ("flushEnabled", "1"),
            ("ramQuotaMB", Text(old.TryGetProperty("quota", out var quota) && quota.TryGetProperty("rawRAM", out var ram)
                ? (int)(ram.GetInt64() >> 20) : endpoint.RamMb)),
            ("replicaNumber",
                Text(old.TryGetProperty("replicaNumber", out var replicas) ? replicas.GetInt32() : endpoint.Replicas)),
            .. StudyFields(endpoint),
        ];

        // An ephemeral bucket stores nothing, so that it has no storage engine.
        string[] kept = isEphemeral ? ["evictionPolicy", "compressionMode", "durabilityMinLevel"]
            : ["storageBackend", "evictionPolicy", "compressionMode", "durabilityMinLevel"];
        foreach (string name in kept)
        {
            if (old.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String)
            {
                fields.Add((name, value.GetString()!));
            }
        }

        // A cancellation between both would leave the user without the bucket and its settings.
        cancellation.ThrowIfCancellationRequested();
        rest.Delete(Path, CancellationToken.None);
        rest.Post("/pools/default/buckets", CancellationToken.None, fields);
    }

    private void AwaitCollection(bool isThere, CancellationToken cancellation) => Waiting.Until(
        () => IsThere() == isThere,
        Interval,
        ChangeTimeout,
        () => new TargetException(
            $"The collection {endpoint.Scope}.{endpoint.Collection} is {(isThere ? "not there" : "still there")} after "
            + $"{ChangeTimeout.TotalMinutes:0} minutes."),
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
                    // A bucket that is being created accepts no connection and has no map.
                    last = exception;
                    return false;
                }
            },
            Interval,
            ChangeTimeout,
            () => new TargetException(
                $"Not every vBucket of {endpoint.Bucket} answers after {ChangeTimeout.TotalMinutes:0} "
                + $"minutes.{(last is null ? string.Empty : $" {last.Message}")}", last),
            cancellation);
    }
}
