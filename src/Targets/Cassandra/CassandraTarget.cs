using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra;

/// <summary>A Cassandra cluster, foreign or private.</summary>
internal sealed class CassandraTarget : ITarget
{
    private static readonly TimeSpan ReplicaPatience = TimeSpan.FromMinutes(5);

    private readonly string _name;
    private readonly DurabilityContract _contract;
    private readonly CassandraEndpoint _endpoint;
    private readonly ServerLease<PrivateRing>? _own;
    private readonly CassandraCluster _cluster;
    private readonly CassandraSchema _schema;
    private readonly CassandraSpace _space;
    private readonly CassandraSettling _settling;
    private readonly WriteShape _shape;
    private readonly IWritePath _path;
    private CassandraTable? _table;
    private CqlConsistency? _auditedAt;

    private CassandraTarget(string name, DurabilityContract contract, CassandraEndpoint endpoint, CassandraCluster cluster,
        ServerLease<PrivateRing>? own, Func<string, IWritePath>? driver)
    {
        _name = name;
        _contract = contract;
        _endpoint = endpoint;
        _cluster = cluster;
        _own = own;
        _schema = new CassandraSchema(cluster, endpoint.Keyspace, endpoint.Replication);
        _space = new CassandraSpace(cluster, endpoint.Keyspace);
        _settling = new CassandraSettling(cluster, endpoint.Keyspace);
        _shape = WriteShape.Of(contract, endpoint);
        _path = driver?.Invoke(AttachEndpoint) ?? new CassandraWirePath(cluster, endpoint, _shape);
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_cluster.Nodes.Select(n => n.Node.Server));

    /// <inheritdoc/>
    public long? ServerMemoryBytes => _own?.Server.Configuration.MemoryMb << 20;

    /// <summary>Connects, and makes sure that the server keeps the contract.</summary>
    /// <param name="name">The database's name.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="hosts">The nodes to ask first.</param>
    /// <param name="options">How connections are made.</param>
    /// <param name="own">Our part in a private ring; null for a foreign one. The target's from now on, unless this
    /// throws.</param>
    /// <param name="driver">Opens the vendor's driver on an endpoint; null to write by our own client.</param>
    public static CassandraTarget Connect(
        string name,
        DurabilityContract contract,
        CassandraEndpoint endpoint,
        IReadOnlyList<EndPoint> hosts,
        CqlConnectionOptions options,
        ServerLease<PrivateRing>? own,
        Func<string, IWritePath>? driver)
    {
        var cluster = CassandraCluster.Connect(hosts, options);
        try
        {
            using var connection = cluster.OpenAny();
            CassandraSettings.Check(contract, CassandraSettings.Read(connection));
            CheckReplication(endpoint, cluster.Nodes.Count);
            return new CassandraTarget(name, contract, endpoint, cluster, own, driver);
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    /// <summary>Refuses more replicas than nodes.</summary>
    /// <exception cref="ArgumentException">There are more.</exception>
    public static void CheckReplication(CassandraEndpoint endpoint, int nodes)
    {
        if (endpoint.Replication > nodes)
        {
            throw new ArgumentException(
                $"--endpoint: rf={endpoint.Replication}: the cluster has {(nodes == 1 ? "1 node" : $"{nodes} nodes")}; with "
                + $"--nodes, one of as many as are needed is started.");
        }
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("The server cannot be described", () =>
    {
        using var connection = _cluster.OpenAny();
        var settings = CassandraSettings.Read(connection);
        string version = connection.Query("SELECT release_version FROM system.local")[0].Text("release_version");
        return new TargetDescription
        {
            Database = _name,
            Client = _path.Client,
            Nodes = _own?.Server.Configuration.AskedNodes,
            Homes = _own?.Server.Configuration.Home.NamedBy is { } home ? [home] : null,
            ServerVersion = $"Apache Cassandra {version}",
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Copies = CassandraContracts.CopiesOf(_contract, _endpoint.Replication),
            Endpoint = _own is null ? CassandraEndpoint.Show(_cluster.Nodes.Select(n => n.Node.Server))
                : $"own ring of {_cluster.Nodes.Count}",
            Placement = _cluster.Nodes.All(n => OwnMachine.Has(n.Node.Server.Address)) ? "local" : "remote",
            Servers = [.. _cluster.Nodes.Select(n => n.Node.Server)],
            Configuration = _own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = new SortedDictionary<string, string>(Settings(settings), StringComparer.Ordinal),
        };
    });

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Guard("The table cannot be prepared", () =>
    {
        EnsureRunning(cancellation);
        _table = CassandraTable.Of(_endpoint, table);
        _schema.Create(_table, cancellation);
        _settling.Reset();
        if (_own is not null)
        {
            AwaitAllReplicas(cancellation);
        }

        _path.Use(table);
    });

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _table = CassandraTable.Of(_endpoint, table);
        _path.Use(table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        _path.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => Guard("The cluster cannot be settled", () =>
    {
        EnsureRunning(cancellation);
        _settling.Run(cancellation);
    });

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Guard("The disk space cannot be measured", () => _space.Measure(cancellation));

    /// <inheritdoc/>
    public bool AuditsShares => true;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("The table cannot be read", () =>
    {
        EnsureRunning(cancellation);
        var levels = CassandraContracts.ReadLevels(_shape.Consistency);
        _auditedAt = levels.FirstOrDefault(CanRead, levels[^1]);
        new CassandraAudit(_cluster, Table(), _shape).Run(audit, _auditedAt.Value, cancellation);
    });

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) =>
        Guard("The table cannot be dropped", () => _schema.Drop(cancellation));

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => _own?.Server.Processes
        ?? CassandraProcesses.Local(_cluster.Nodes.Select(n => n.Node.Server));

    /// <inheritdoc/>
    public void Dispose()
    {
        _path.Dispose();
        _cluster.Dispose();
        _own?.Dispose();
    }

    private T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (WireException exception)
        {
            if (exception is ConnectionLostException { IsTimeout: true })
            {
                _own?.Server.End();
            }

            throw CassandraErrors.OfTarget(what, exception);
        }
    }

    private void Guard(string what, Action action) => Guard(what, () =>
    {
        action();
        return 0;
    });

    private CassandraTable Table() => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>Whether every part of the ring can be read at a consistency level now.</summary>
    private bool CanRead(CqlConsistency level)
    {
        try
        {
            using var connection = _cluster.OpenAny();
            var scan = connection.Prepare(Table().Scan);
            long above = long.MinValue;
            foreach (long token in _cluster.Ring.Tokens.Append(long.MaxValue))
            {
                if (token > above)
                {
                    connection.QueryPage(scan, level, 1, [], above, token);
                    above = token;
                }
            }

            return true;
        }
        catch (CqlServerException exception) when (exception.Code == CqlErrorCode.Unavailable)
        {
            return false;
        }
    }

    /// <summary>Private nodes that were just started answer before all of them know that the others do.</summary>
    private void AwaitAllReplicas(CancellationToken cancellation) => Waiting.Until(
        () => CanRead(CqlConsistency.All),
        TimeSpan.FromMilliseconds(100),
        ReplicaPatience,
        () => new TargetException("The nodes of the private ring do not all see each other.", isUnreachable: true),
        cancellation);

    private void EnsureRunning(CancellationToken cancellation)
    {
        if (_own?.Server.EnsureRunning(cancellation) == true)
        {
            _cluster.Refresh();
            foreach (var node in _cluster.Nodes)
            {
                node.MarkUp();
            }
        }
    }

    private Dictionary<string, string> Settings(IReadOnlyDictionary<string, string> server)
    {
        var settings = new Dictionary<string, string>(CassandraSettings.Choose(server), StringComparer.Ordinal)
        {
            ["nodes"] = Text(_cluster.Nodes.Count),
            ["replication_factor"] = Text(_endpoint.Replication),
            ["shape"] = _endpoint.IsSingle ? "one EXECUTE a row" : "unlogged batches within a partition",
            ["wire_compression"] = _endpoint.IsCompressed ? "lz4" : "none",
            ["table_compression"] = _endpoint.TableCompression == "default" ? "the server's default" : _endpoint.TableCompression,
            ["rows_a_request"] = Text(_shape.Rows),
            ["requests_in_flight_a_connection"] = Text(_shape.Window),
            ["rows_a_partition"] = Text(_endpoint.Bucket),
            ["commit_log_is_synced"] = CassandraSettings.IsSynced(server) ? "before the acknowledgement" : "at intervals",
            ["disk_space_is"] = _space.IsExact ? "the files' sizes" : "rounded up to MiB a node",
        };
        if (_own?.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = $"{limits}, each node";
        }

        foreach (var (name, value) in _path.Settings)
        {
            settings[name] = value;
        }

        if (_auditedAt is { } level)
        {
            settings["audit_consistency"] = level.ToString();
        }

        foreach (var (node, bytes) in _space.ByNode)
        {
            settings[$"stored_bytes_on_{node}"] = Text(bytes);
        }

        return settings;
    }

    private static string Text(long number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
