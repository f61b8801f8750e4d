using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// A bucket of a Couchbase cluster, open as a target. <see cref="CouchbaseDefinition"/> opens it, and trials, source processes
/// and <c>verify</c> call it. Prepare and Clean delete all documents of the collection, or of the whole bucket if the endpoint's
/// <c>reset</c> says so, whoever stored them. Settling waits for disk queues, replicas and compaction.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
internal sealed class CouchbaseTarget : ServerTarget<CouchbaseTable>
{
    private readonly CouchbaseEndpoint _endpoint;
    private readonly CouchbaseCluster _cluster;
    private readonly ClusterRest _rest;
    private readonly ClusterMapStream _maps;
    private readonly BucketContent _bucket;
    private readonly CouchbaseSpace _space;
    private readonly CouchbaseSettling _settling;
    private readonly KeyWalk? _walk;

    /// <summary>Creates the target and starts to follow the cluster's map.</summary>
    /// <param name="opening">The server and how to use it.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="cluster">The nodes and their map.</param>
    /// <param name="rest">The cluster's management interface, which the target disposes.</param>
    /// <param name="walk">Counts keys that no source wrote. Null if the server cannot list keys.</param>
    public CouchbaseTarget(ServerOpening opening, CouchbaseEndpoint endpoint, CouchbaseCluster cluster, ClusterRest rest,
        KeyWalk? walk)
        : base(opening, "memcached")
    {
        (_endpoint, _cluster, _rest, _walk) = (endpoint, cluster, rest, walk);
        _bucket = new BucketContent(endpoint, cluster, rest);
        _space = new CouchbaseSpace(cluster);
        _settling = new CouchbaseSettling(cluster, _bucket);
        _maps = new ClusterMapStream(cluster, rest, endpoint.Bucket);
    }

    /// <inheritdoc/>
    protected override string Store => "bucket";

    /// <inheritdoc/>
    protected override IReadOnlyList<EndPoint> Servers => [.. _cluster.Map.Nodes.Select(node => node.KeyValue)];

    /// <inheritdoc/>
    protected override CouchbaseTable TableOf(TrialTable table) => new(_endpoint, Opening.Contract, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        foreach (var (key, value) in CouchbaseServerInfo.Settings(_endpoint, _cluster, _rest, cancellation)
            .Concat(Settings()).Concat(_space.Findings))
        {
            settings[key] = value;
        }

        return new(CouchbaseServerInfo.Product(_cluster, _rest, cancellation), "key-value protocol (memcached binary)")
        {
            Copies = CouchbaseContracts.CopiesOf(Opening.Contract, 1 + _cluster.Map.ReplicasInUse),
            Repeats = Repeats.KeepsOne,
        };
    }

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation) => _bucket.Reset(cancellation);

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) => Table.Locate(_cluster);

    /// <summary>Changes nothing in the bucket: it keeps the values that it is sent.</summary>
    protected override void Widen(CouchbaseTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        whole.Locate(_cluster);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new CouchbaseWriter(_cluster, Table, cancellation);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => _settling.Run(cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation) => _space.Measure(cancellation);

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) =>
        new CouchbaseAudit(_cluster, Table, _walk).Run(audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation) => _bucket.Empty(cancellation);

    /// <inheritdoc/>
    protected override void Close()
    {
        _maps.Dispose();
        _rest.Dispose();
    }

    private Dictionary<string, string> Settings()
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["value"] = _endpoint.Value,
            ["compression"] = _endpoint.Compresses ? "snappy" : "none",
            ["collection"] = BucketContent.CollectionOf(_endpoint, _cluster) is { } name ? $"{_endpoint.Scope}.{name}"
                : "the server has none",
            ["maps_from"] = _maps.MapOrigin,
            ["reset_by"] = _bucket.Mode,
            ["settled_by"] = _settling.How,
            ["foreign_records"] = _walk is not null ? $"looked for by a walk through all keys ({_walk.How})"
                : "not looked for: the server has no scans of ranges and no streams of changes",
        };
        if (!HasDriver)
        {
            settings["connections_a_writer"] = "1 to each node";
            settings["requests_in_flight_a_connection"] = _endpoint.Window.ToString(CultureInfo.InvariantCulture);
            settings["write"] = "ADD, one request a record";
            settings["wire_compression"] = "none";
        }

        return settings;
    }
}
