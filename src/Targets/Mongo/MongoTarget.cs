using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// A collection of a MongoDB deployment, open as a target. <see cref="MongoDefinition"/> opens it, and trials, source
/// processes, <c>verify</c> and <c>serve</c> call it. Prepare and Clean drop the collection with its data, and nothing else.
/// In a sharded cluster Prepare stops the balancer of the whole cluster, and Clean or disposal starts it again. For
/// <c>serve</c> it creates a missing collection, and deletes and alters nothing.
/// </summary>
internal sealed class MongoTarget : ServerTarget<MongoCollection>
{
    private readonly MongoEndpoint _endpoint;
    private readonly MongoDeployment _deployment;
    private readonly MongoServerInfo _info;
    private readonly MongoDataServers _servers;
    private readonly MongoSpace _space;
    private readonly MongoSettling _settling;
    private readonly ShardedCollection? _shards;
    // Number of the last writer, from 0. Writers spread over the routers of a sharded cluster by it.
    private int _opened = -1;

    /// <summary>Creates the target. Contacts no server.</summary>
    /// <param name="opening">The server and how to use it.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="deployment">Connects to the servers.</param>
    /// <param name="info">What the server reported about itself.</param>
    public MongoTarget(ServerOpening opening, MongoEndpoint endpoint, MongoDeployment deployment, MongoServerInfo info)
        : base(opening, info.ProcessName)
    {
        (_endpoint, _deployment, _info) = (endpoint, deployment, info);
        _servers = new MongoDataServers(deployment);
        _space = new MongoSpace(deployment, _servers);
        _settling = new MongoSettling(deployment, _servers, _space);
        _shards = deployment.Kind == DeploymentKind.Sharded ? new ShardedCollection(deployment, _servers, endpoint.Shard) : null;
    }

    /// <inheritdoc/>
    public override bool AuditsShares => Table.IsIdentified && _info.IsMongo;

    /// <inheritdoc/>
    public override long Sequences => _endpoint.Identity.Sequences;

    /// <inheritdoc/>
    protected override string Store => "collection";

    /// <inheritdoc/>
    protected override IReadOnlyList<EndPoint> Servers => _deployment.Members;

    /// <inheritdoc/>
    protected override MongoCollection TableOf(TrialTable table) => new(_endpoint, Opening.Contract, _deployment.Kind, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        using var session = _deployment.Open(cancellation);
        var now = MongoServerInfo.Read(session);
        foreach (var (key, value) in now.Settings.Concat(Settings()))
        {
            settings[key] = value;
        }

        return new(now.Product,
            string.Create(CultureInfo.InvariantCulture, $"OP_MSG, wire version {_deployment.Hello.WireVersion}"))
        {
            Copies = MongoContracts.CopiesOf(Opening.Contract, MembersWithData(cancellation), Arbiters),
            Repeats = _endpoint.Key is null ? Repeats.KeepsBoth : Repeats.KeepsOne,
            NoKeyReason = _endpoint.Key is null
                ? "no identity of a document is made of source and sequence, and the index on both is not unique" : null,
        };
    }

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation)
    {
        using var session = _deployment.Open(cancellation);
        Table.Create(session);
        _shards?.Create(session, Table, _info.Version);
        _space.Reset();
    }

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation)
    {
        using var session = _deployment.Open(cancellation);
        MongoServedCollection.Ensure(session, Table, isSpread: _shards is not null && _endpoint.Shard != "none");
    }

    /// <summary>Does nothing: the collection has no columns, so it stores any values that writers send.</summary>
    protected override void Widen(MongoCollection whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new MongoWriter(_deployment, Table, Interlocked.Increment(ref _opened) & int.MaxValue, cancellation);

    /// <inheritdoc/>
    protected override ITimeQueries? Questions(CancellationToken cancellation) =>
        Table.AnswersTimeQueries ? MongoTimeQueries.Open(_deployment, Table, cancellation) : null;

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => _settling.Run(Table, cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation) => _space.Measure(Table, cancellation);

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) =>
        new MongoAudit(_deployment, Table, _info.IsMongo).Run(audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation)
    {
        using var session = _deployment.Open(cancellation);
        Table.Drop(session);
        _shards?.Restore();
    }

    /// <inheritdoc/>
    protected override void Close() => _shards?.Dispose();

    /// <summary>Members with data in the set, or in the smallest shard.</summary>
    private int MembersWithData(CancellationToken cancellation) => _deployment.Kind == DeploymentKind.Sharded
        ? _servers.Shards(cancellation).Select(shard => shard.Hosts.Length).DefaultIfEmpty(1).Min()
        : Math.Max(1, _deployment.Hello.Members.Count - Arbiters);

    /// <summary>Members of the set without data. 0 for other topologies: a router does not tell of those of its shards.</summary>
    private int Arbiters => _deployment.Hello.Arbiters.Count;

    private Dictionary<string, string> Settings()
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["topology"] = _deployment.Kind switch
            {
                DeploymentKind.Sharded =>
                    string.Create(CultureInfo.InvariantCulture, $"sharded cluster, {_deployment.Seeds.Count} router(s)"),
                DeploymentKind.ReplicaSet => string.Create(CultureInfo.InvariantCulture,
                    $"replica set {_deployment.Hello.SetName} of {_deployment.Members.Count} member(s) with data"),
                _ => _deployment.Hello.SetName is { } set ? $"the primary of the replica set {set} alone" : "one server",
            },
            ["shape"] = _endpoint.Shape == "bucket"
                ? string.Create(CultureInfo.InvariantCulture, $"bucket of {_endpoint.Bucket} records") : _endpoint.Shape,
            ["identity"] = _endpoint.Identity.Description,
            ["block_compressor"] = _endpoint.BlockCompressor == "default" ? "the server's default" : _endpoint.BlockCompressor,
            ["settled_by"] = _settling.How,
        };
        if (!HasDriver)
        {
            settings["connections_a_writer"] = "1";
            settings["rows_an_insertion"] = _endpoint.Rows.ToString(CultureInfo.InvariantCulture);
            settings["insertions_in_flight_a_connection"] = _endpoint.Window.ToString(CultureInfo.InvariantCulture);
            settings["wire_compression"] = _endpoint.ZlibLevel is not { } level ? "none"
                : _deployment.Hello.HasZlib ? $"zlib, level {level}" : "none: the server has no zlib";
        }

        if (_deployment.Kind == DeploymentKind.ReplicaSet)
        {
            int members = _deployment.Members.Count;
            settings["majority_is"] = string.Create(CultureInfo.InvariantCulture,
                $"{MongoContracts.MajorityOf(members, Arbiters)} of {members} members with data");
        }

        if (_servers.Missing.Count > 0)
        {
            settings["members_that_do_not_answer"] = string.Join(", ", _servers.Missing.Select(MongoAddress.Show));
        }

        foreach (var (key, value) in _space.Findings.Concat(_shards?.Settings ?? new Dictionary<string, string>()))
        {
            settings[key] = value;
        }

        return settings;
    }
}
