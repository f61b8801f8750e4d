using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>A database of a Neo4j server, foreign or private.</summary>
internal sealed class Neo4jTarget : ITarget
{
    private const int DeletedAtOnce = 20_000;

    /// <summary>What counts all records takes longer than any other request.</summary>
    private static readonly TimeSpan CountingPatience = TimeSpan.FromMinutes(30);

    private static readonly string[] ShownSettings =
    [
        "server.memory.heap.max_size", "server.memory.pagecache.size", "dbms.memory.transaction.total.max", "db.checkpoint", "db.checkpoint.interval.time",
        "db.checkpoint.iops.limit", "db.tx_log.rotation.size", "db.tx_log.preallocate", "db.format",
    ];

    private readonly DurabilityContract _contract;
    private readonly Neo4jEndpoint _endpoint;
    private readonly Neo4jServer _server;
    private readonly ServerLease<PrivateNeo4j>? _own;
    private readonly ListeningProcesses _listening = new("java");
    private readonly IWritePath _path;
    private Neo4jGraph? _graph;
    private long _logStart;

    private Neo4jTarget(DurabilityContract contract, Neo4jEndpoint endpoint, Neo4jServer server, ServerLease<PrivateNeo4j>? own, Func<string, IWritePath>? driver)
    {
        _contract = contract;
        _endpoint = endpoint;
        _server = server;
        _own = own;
        _path = driver?.Invoke(AttachEndpoint) ?? new Neo4jWirePath(server, endpoint);
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_server.Place);

    /// <inheritdoc/>
    public long? ServerMemoryBytes => _own?.Server.Configuration.MemoryMb << 20;

    /// <summary>The port of HTTP of a private server; null for a foreign one.</summary>
    internal int? HttpPort => _own?.Server.HttpPort;

    private Neo4jGraph Graph => _graph ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>Connects once, to see that the server is there and has the database.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="server">The server.</param>
    /// <param name="own">Our part in a private server, the target's from now on unless this throws; null for a foreign one.</param>
    /// <param name="driver">Makes the vendor's driver, by the endpoint of an open target, the way that batches take; null for our own client.</param>
    /// <exception cref="TargetException">It is not, or has not.</exception>
    public static Neo4jTarget Connect(DurabilityContract contract, Neo4jEndpoint endpoint, Neo4jServer server, ServerLease<PrivateNeo4j>? own, Func<string, IWritePath>? driver)
    {
        server.Run("The server cannot be used", connection => server.Query(connection, "RETURN 1"));
        return new(contract, endpoint, server, own, driver);
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => _server.Run("The server cannot be described", connection =>
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["shape"] = _endpoint.IsRelationship ? "a relationship a record" : "a node a record",
            ["key"] = _endpoint.HasPairKey ? "unique (source, sequence)" : "unique id, made of source and sequence",
            ["rows_a_statement"] = string.Create(CultureInfo.InvariantCulture, $"at most {_endpoint.Rows}"),
            ["session.encrypted"] = connection.IsEncrypted ? "yes" : "no",
            ["settled_by"] = _own is null ? "nothing: the server does not say when it has made a checkpoint" : "the checkpoint that holds the last transaction, by the server's log",
            ["space_is"] = _own is not null && _endpoint.IsRestarted
                ? "the files of the store, of the index, and the transaction log"
                : $"data: records and properties as the server counts them, by the widths of the store's record format; {(_own is null ? "index and transaction log are not known" : "index and transaction log: their files")}",
        };
        foreach (var (key, value) in _path.Settings)
        {
            settings[key] = value;
        }

        foreach (object?[] row in _server.Query(connection, $"SHOW SETTINGS YIELD name, value WHERE name IN [{string.Join(", ", ShownSettings.Select(s => $"'{s}'"))}] RETURN name, value"))
        {
            settings[(string)row[0]!] = (string)row[1]!;
        }

        if (_own?.Server.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        string edition = _server.Query(connection, "CALL dbms.components() YIELD edition RETURN edition") is [[string name, ..], ..] ? $" {name}" : string.Empty;
        return new TargetDescription
        {
            Database = Neo4jDefinition.Database,
            Client = _path.Client,
            ServerVersion = $"{connection.Server}{edition}",
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Endpoint = _own is null ? _server.Place.ToString() : "private server",
            Placement = _server.Place.IsLocal ? "local" : "remote",
            Servers = [_server.Place.Server],
            Homes = _own?.Server.Configuration.Home.NamedBy is { } home ? [home] : null,
            Configuration = _own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    }, cancellation: cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        var graph = new Neo4jGraph(_endpoint, table);
        if (_endpoint.IsRestarted)
        {
            _own?.Server.Renew(cancellation);
        }

        _own?.Server.EnsureRunning(cancellation, mayForget: true);
        _server.Run("The graph cannot be prepared", connection =>
        {
            Empty(connection, cancellation);
            foreach (string statement in graph.Constraints)
            {
                _server.Query(connection, statement);
            }

            return true;
        }, cancellation: cancellation);
        Attach(table, cancellation);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        _graph = new Neo4jGraph(_endpoint, table);
        _path.Use(table);
        _logStart = _own?.Server.Files.LogBytes() ?? 0;
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        return _path.OpenWriter(source, cancellation);
    }

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (_own?.Server is { } own)
        {
            own.EnsureRunning(cancellation);
            own.AwaitCheckpoint(_server, cancellation);
        }
    }

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default)
    {
        var graph = Graph;
        long data = _server.Run(
            "The space cannot be measured",
            connection => RecordFormat.Bytes(_server.Query(connection, graph.Contents).Select(graph.Blocks), _endpoint.IsRelationship),
            CountingPatience,
            cancellation);
        if (_own?.Server.Files is not { } files)
        {
            return new DiskSpace(data, 0, 0);
        }

        long index = files.IndexBytes();
        long log = Math.Max(0, files.LogBytes() - _logStart);
        if (!_endpoint.IsRestarted)
        {
            return new DiskSpace(data, index, log);
        }

        var all = files.All();
        return new DiskSpace(files.StoreBytes(), index, log, all.ApparentBytes, all.AllocatedBytes);
    }

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        _own?.Server.EnsureRunning(cancellation);
        _server.Run("The graph cannot be read", connection =>
        {
            Neo4jAudit.Run(connection, _server.Context, Graph, audit, cancellation);
            return true;
        }, cancellation: cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        if (_graph is not null)
        {
            _server.Run("The graph cannot be emptied", connection =>
            {
                Empty(connection, cancellation);
                return true;
            }, cancellation: cancellation);
            _graph = null;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => _own?.Server.Server.Processes ?? _listening.At([_server.Place.Server]);

    /// <inheritdoc/>
    public string? ServerFault => _own is null ? null : ServerFaults.Of("Neo4j", _own.Server.Server.Processes.Count > 0, _own.Server.Server.Folder);

    /// <inheritdoc/>
    public void Dispose()
    {
        _path.Dispose();
        _own?.Dispose();
    }

    /// <summary>Starts the server again, where it is ours and died.</summary>
    internal void EnsureRunning(CancellationToken cancellation) => _own?.Server.EnsureRunning(cancellation);

    /// <summary>Drops the constraints first, so that no index is kept while records are deleted; a part at a time, since a transaction is held in memory.</summary>
    private void Empty(BoltConnection connection, CancellationToken cancellation)
    {
        foreach (string statement in Neo4jGraph.DropConstraints(_endpoint.Label))
        {
            _server.Query(connection, statement);
        }

        foreach (string statement in Neo4jGraph.DeleteSome(_endpoint.Label, DeletedAtOnce))
        {
            while (_server.Query(connection, statement) is [[> 0L]])
            {
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }
}
