using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>A MongoDB deployment, foreign or private.</summary>
internal sealed class MongoTarget : ITarget
{
    private readonly string _name;
    private readonly DurabilityContract _contract;
    private readonly MongoEndpoint _endpoint;
    private readonly MongoDeployment _deployment;
    private readonly MongoServerInfo _info;
    private readonly ServerLease<PrivateDeployment>? _own;
    private readonly DataServers _servers;
    private readonly MongoSpace _space;
    private readonly MongoSettling _settling;
    private readonly ShardedCollection? _shards;
    private readonly IWritePath _path;
    private MongoCollection? _collection;

    private MongoTarget(
        string name,
        DurabilityContract contract,
        MongoEndpoint endpoint,
        MongoDeployment deployment,
        MongoServerInfo info,
        ServerLease<PrivateDeployment>? own,
        Func<string, IWritePath>? driver)
    {
        _name = name;
        _contract = contract;
        _endpoint = endpoint;
        _deployment = deployment;
        _info = info;
        _own = own;
        _servers = new DataServers(deployment);
        _space = new MongoSpace(deployment, _servers);
        _settling = new MongoSettling(deployment, _servers, _space);
        _shards = deployment.Kind == DeploymentKind.Sharded ? new ShardedCollection(deployment, _servers, endpoint.Shard) : null;
        _path = driver?.Invoke(AttachEndpoint) ?? new MongoWirePath(deployment, endpoint, contract);
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_deployment.Seeds);

    /// <inheritdoc/>
    public long? ServerMemoryBytes => _own?.Server.Configuration.MemoryMb << 20;

    /// <summary>Connects.</summary>
    /// <param name="name">The database's name.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="hosts">The servers to ask first.</param>
    /// <param name="options">How connections are made.</param>
    /// <param name="own">Our part in private servers; null for foreign ones. The target's from now on, unless this
    /// throws.</param>
    /// <param name="driver">Opens the vendor's driver on an endpoint; null to write by our own client.</param>
    public static MongoTarget Connect(
        string name,
        DurabilityContract contract,
        MongoEndpoint endpoint,
        IReadOnlyList<EndPoint> hosts,
        MongoConnectionOptions options,
        ServerLease<PrivateDeployment>? own,
        Func<string, IWritePath>? driver)
    {
        var deployment = MongoDeployment.Connect(hosts, endpoint.SetName, endpoint.IsDirect, options);
        using var connection = deployment.Open();
        return new MongoTarget(name, contract, endpoint, deployment, MongoServerInfo.Read(connection), own, driver);
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("The server cannot be described", () =>
    {
        using var connection = _deployment.Open();
        var info = MongoServerInfo.Read(connection);
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (key, value) in info.Settings.Concat(Settings()).Concat(_path.Settings))
        {
            settings[key] = value;
        }

        return new TargetDescription
        {
            Database = _name,
            Client = _path.Client,
            Nodes = _own?.Server.Configuration.AskedNodes,
            ServerVersion = info.Product,
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Copies = MongoContracts.CopiesOf(_contract, MembersWithData),
            Endpoint = _own?.Server.Configuration.Name ?? string.Join(',', _deployment.Seeds.Select(MongoAddress.Show)),
            Placement = _deployment.Members.All(OwnMachine.Has) ? "local" : "remote",
            Servers = _deployment.Members,
            Configuration = _own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    });

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default) =>
        Guard("The collection cannot be prepared", () =>
    {
        _own?.Server.EnsureRunning(cancellation);
        _collection = new MongoCollection(_endpoint, _contract, _deployment.Kind, table);
        using var connection = _deployment.Open();
        _collection.Create(connection);
        _shards?.Create(connection, _collection, _info.Version);
        _path.Use(table);
        return true;
    });

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _collection = new MongoCollection(_endpoint, _contract, _deployment.Kind, table);
        _path.Use(table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        _path.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => Guard("The server cannot be settled", () =>
    {
        _own?.Server.EnsureRunning(cancellation);
        _settling.Run(Collection, cancellation);
        return true;
    });

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Guard("The disk space cannot be measured", () => _space.Measure(Collection, cancellation));

    /// <inheritdoc/>
    public bool AuditsShares => Collection.IsIdentified && _info.IsMongo;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("The collection cannot be read", () =>
    {
        _own?.Server.EnsureRunning(cancellation);
        new MongoAudit(_deployment, Collection, _info.IsMongo).Run(audit, cancellation);
        return true;
    });

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) => Guard("The collection cannot be dropped", () =>
    {
        if (_collection is not null)
        {
            using var connection = _deployment.Open();
            _collection.Drop(connection);
        }

        _shards?.Restore();
        return true;
    });

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => _own?.Server.Processes
        ?? (_deployment.Seeds.All(OwnMachine.Has) && _info.ProcessId is { } id && MongoProcesses.Is(id, _info.Process) ? [id]
            : []);

    /// <inheritdoc/>
    public void Dispose()
    {
        _path.Dispose();
        _shards?.Dispose();
        _own?.Dispose();
    }

    private MongoCollection Collection => _collection
        ?? throw new TargetException("The target was neither prepared nor attached.");

    private static T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (WireException exception)
        {
            throw MongoErrors.OfTarget(what, exception);
        }
    }

    /// <summary>Members that hold data, of the set or of the smallest shard.</summary>
    private int MembersWithData => _deployment.Kind == DeploymentKind.Sharded
        ? _servers.Shards().Select(shard => shard.Hosts.Length).DefaultIfEmpty(1).Min()
        : Math.Max(1, _deployment.Hello.Members.Count - _deployment.Hello.Arbiters.Count);

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
            ["identity"] = _endpoint.HasObjectIds ? "object id made by the client" : "source and sequence",
            ["block_compressor"] = _endpoint.BlockCompressor == "default" ? "the server's default" : _endpoint.BlockCompressor,
            ["settled_by"] = _settling.How,
        };
        if (_own?.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = $"{limits}, each server";
        }

        if (_deployment.Kind == DeploymentKind.ReplicaSet)
        {
            settings["majority_is"] = string.Create(CultureInfo.InvariantCulture,
                $"{(_deployment.Members.Count / 2) + 1} of {_deployment.Members.Count} members with data");
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
