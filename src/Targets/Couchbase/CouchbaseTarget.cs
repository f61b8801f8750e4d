using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>A bucket of a Couchbase cluster.</summary>
internal sealed class CouchbaseTarget : ITarget
{
    private readonly string _name;
    private readonly DurabilityContract _contract;
    private readonly CouchbaseEndpoint _endpoint;
    private readonly CouchbaseCluster _cluster;
    private readonly ClusterRest _rest;
    private readonly ClusterMapStream _maps;
    private readonly BucketContent _bucket;
    private readonly CouchbaseSpace _space;
    private readonly CouchbaseSettling _settling;
    private readonly KeyWalk? _walk;
    private readonly IWritePath _path;
    private readonly ListeningProcesses _listening = new("memcached");
    private TrialTable? _table;

    private CouchbaseTarget(
        string name, DurabilityContract contract, CouchbaseEndpoint endpoint, CouchbaseCluster cluster, ClusterRest rest,
            KeyWalk? walk, Func<string, IWritePath>? driver)
    {
        (_name, _contract, _endpoint, _cluster, _rest, _walk) = (name, contract, endpoint, cluster, rest, walk);
        _bucket = new BucketContent(endpoint, cluster, rest);
        _space = new CouchbaseSpace(cluster);
        _settling = new CouchbaseSettling(cluster, _bucket);
        _path = driver?.Invoke(AttachEndpoint) ?? new CouchbaseWirePath(cluster, endpoint, contract);
        _maps = new ClusterMapStream(cluster, rest, endpoint.Bucket);
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_endpoint.Hosts);

    /// <summary>Connects.</summary>
    /// <param name="name">The database's name.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">Where, and how it is written to.</param>
    /// <param name="options">How connections are made.</param>
    /// <param name="driver">Opens the vendor's driver on an endpoint; null to write by our own client.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="WireException">No node answers, or one refuses.</exception>
    public static CouchbaseTarget Connect(
        string name, DurabilityContract contract, CouchbaseEndpoint endpoint, KvConnectionOptions options,
            Func<string, IWritePath>? driver, CancellationToken cancellation)
    {
        var reader = new ClusterMapReader(endpoint.IsEncrypted, endpoint.IsExternal);
        var cluster = ClusterOf(endpoint, options, reader, cancellation);
        CouchbaseContracts.Check(contract, cluster.Features);
        if (endpoint.Compresses && !cluster.Features.Contains(KvFeature.Snappy))
        {
            throw new TargetException(
                "The server takes no compressed documents, which compression=snappy needs: take a Couchbase Server of 5.5 or "
                + "newer, or leave it out.");
        }

        _ = BucketContent.CollectionOf(endpoint, cluster);
        var walk = KeyWalk.Find(cluster);
        var rest = ClusterRest.Find(endpoint.Hosts, options, reader);
        try
        {
            return new CouchbaseTarget(name, contract, endpoint, cluster, rest, walk, driver);
        }
        catch
        {
            rest.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("The server cannot be described", () =>
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (key, value) in CouchbaseServerInfo.Settings(_endpoint, _cluster, _rest, cancellation).Concat(Settings())
            .Concat(_space.Findings).Concat(_path.Settings))
        {
            settings[key] = value;
        }

        return new TargetDescription
        {
            Database = _name,
            Client = _path.Client,
            ServerVersion = CouchbaseServerInfo.Product(_cluster, _rest, cancellation),
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Copies = CouchbaseContracts.CopiesOf(_contract, 1 + _cluster.Map.ReplicasInUse),
            Endpoint = $"{string.Join(',', _endpoint.Hosts.Select(CouchbaseAddress.Show))}/{_endpoint.Bucket}",
            Placement = _cluster.Map.Nodes.All(n => OwnMachine.Has(n.KeyValue)) ? "local" : "remote",
            Servers = [.. _cluster.Map.Nodes.Select(n => n.KeyValue)],
            Configuration = TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    }, cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default) =>
        Guard("The bucket cannot be prepared", () =>
    {
        _bucket.Reset(cancellation);
        Use(table);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default) => Guard("The bucket cannot be used", () =>
    {
        Use(table);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        _path.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => Guard("The server cannot be settled", () =>
    {
        _settling.Run(cancellation);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Guard("The disk space cannot be measured", () => _space.Measure(cancellation), cancellation);

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("The bucket cannot be read", () =>
    {
        var table = CouchbaseTable.Of(_endpoint, _contract, _cluster, _table
            ?? throw new TargetException("The target was neither prepared nor attached."));
        new CouchbaseAudit(_cluster, table, _walk).Run(audit, cancellation);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) => Guard("The bucket cannot be emptied", () =>
    {
        _bucket.Empty(cancellation);
        return true;
    }, cancellation);

    /// <summary>
    /// Of nodes on this machine, what stores the records: the cluster's manager and its services besides are other processes.
    /// </summary>
    public IReadOnlyList<int> ServerProcesses() => _listening.At(_cluster.Map.Nodes.Select(node => node.KeyValue));

    /// <inheritdoc/>
    public void Dispose()
    {
        _maps.Dispose();
        _path.Dispose();
        _rest.Dispose();
    }

    private static CouchbaseCluster ClusterOf(CouchbaseEndpoint endpoint, KvConnectionOptions options, ClusterMapReader reader,
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
            BucketContent.Create(rest, endpoint, cancellation);
            return Waited(() => CouchbaseCluster.Connect(endpoint.Hosts, options, reader), cancellation);
        }
    }

    /// <summary>A bucket that was just made lets nobody in for a while.</summary>
    private static CouchbaseCluster Waited(Func<CouchbaseCluster> connect, CancellationToken cancellation)
    {
        CouchbaseCluster? cluster = null;
        WireException? last = null;
        Waiting.Until(
            () =>
            {
                try
                {
                    cluster = connect();
                }
                catch (WireException exception)
                {
                    last = exception;
                }

                return cluster is not null;
            },
            TimeSpan.FromMilliseconds(100),
            TimeSpan.FromMinutes(1),
            () => CouchbaseErrors.OfTarget("The bucket that was created lets nobody in", last!),
            cancellation);
        return cluster!;
    }

    private static T Guard<T>(string what, Func<T> action, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            return action();
        }
        catch (WireException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget(what, exception);
        }
    }

    private void Use(TrialTable table)
    {
        _table = table;
        _path.Use(table);
    }

    private Dictionary<string, string> Settings() => new(StringComparer.Ordinal)
    {
        ["value"] = _endpoint.Value,
        ["compression"] = _endpoint.Compresses ? "snappy" : "none",
        ["collection"] = BucketContent.CollectionOf(_endpoint, _cluster) is { } name ? $"{_endpoint.Scope}.{name}"
            : "the server has none",
        ["maps_from"] = _maps.Sources,
        ["reset_by"] = _bucket.Mode,
        ["settled_by"] = _settling.How,
        ["foreign_records"] = _walk is not null ? $"looked for by a walk through all keys ({_walk.How})"
            : "not looked for: the server has no scans of ranges and no streams of changes",
    };
}
