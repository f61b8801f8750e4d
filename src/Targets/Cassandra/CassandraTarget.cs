using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Shared;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// A table of a Cassandra cluster, open as a target. <see cref="CassandraDefinition"/> opens it, and trials, source processes,
/// <c>verify</c> and <c>serve</c> call it. Prepare and Clean drop the table with its data, but never the keyspace. Prepare
/// also changes the number of copies that an existing keyspace keeps to that of the endpoint. For <c>serve</c> it creates what
/// is missing, and deletes and alters nothing.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="cluster">The nodes. The target disposes the cluster, unless the constructor throws.</param>
internal sealed class CassandraTarget(ServerOpening opening, CassandraEndpoint endpoint, CassandraCluster cluster)
    : ServerTarget<CassandraTable>(opening, "java")
{
    private static readonly TimeSpan ReplicaTimeout = TimeSpan.FromMinutes(5);

    private readonly CassandraSchema _schema = new(cluster, endpoint.Keyspace, endpoint.Replication);
    private readonly CassandraSpace _space = new(cluster, endpoint.Keyspace);
    private readonly CassandraSettling _settling = new(cluster, endpoint.Keyspace);
    private readonly WriteShape _shape = WriteShape.Of(opening.Contract, endpoint);
    private SharedConnections? _shared;
    private WriterClock? _clock;
    private CqlConsistency? _auditedAt;

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <summary>Limited by the number of a partition within its source, which has 31 bits.</summary>
    public override long Sequences => Math.Min(TrialTable.MostSequences, endpoint.Bucket * (1L << 31));

    /// <inheritdoc/>
    public override bool Overwrites => true;

    /// <inheritdoc/>
    protected override IReadOnlyList<EndPoint> Servers => [.. cluster.Nodes.Select(node => node.Node.Server)];

    /// <summary>Asks a node for product and version.</summary>
    /// <param name="session">A connection to the node.</param>
    public static string Product(CqlConnection session) =>
        $"Apache Cassandra {session.Query("SELECT release_version FROM system.local")[0].Text("release_version")}";

    /// <summary>Refuses more replicas than nodes.</summary>
    /// <exception cref="ArgumentException">The endpoint asks for more.</exception>
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
    protected override CassandraTable TableOf(TrialTable table) => CassandraTable.Of(endpoint, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        using var session = cluster.OpenAny(cancellation);
        var server = CassandraSettings.Read(session);
        foreach (var (name, value) in CassandraSettings.Choose(server))
        {
            settings[name] = value;
        }

        settings["nodes"] = Text(cluster.Nodes.Count);
        settings["replication_factor"] = Text(endpoint.Replication);
        settings["shape"] = endpoint.IsSingle ? "one EXECUTE a row" : "unlogged batches within a partition";
        settings["wire_compression"] = endpoint.IsCompressed ? "lz4" : "none";
        settings["table_compression"] =
            endpoint.TableCompression == "default" ? "the server's default" : endpoint.TableCompression;
        settings["rows_a_request"] = Text(_shape.Rows);
        settings["requests_in_flight_a_connection"] = Text(_shape.Window);
        settings["rows_a_partition"] = Text(endpoint.Bucket);
        settings["commit_log_is_synced"] =
            CassandraSettings.IsSynced(server) ? "before the acknowledgement" : "at intervals";
        settings["disk_space_is"] = _space.IsExact ? "the files' sizes" : "rounded up to MiB a node";
        if (!HasDriver && endpoint.Connections is { } connections)
        {
            settings["connections_to_a_node_for_all_sources"] = Text(connections);
        }

        if (_auditedAt is { } level)
        {
            settings["audit_consistency"] = level.ToString();
        }

        foreach (var (node, bytes) in _space.ByNode)
        {
            settings[$"stored_bytes_on_{node}"] = Text(bytes);
        }

        return new(Product(session), $"CQL native protocol {session.Version}")
        {
            Copies = CassandraContracts.CopiesOf(Opening.Contract, endpoint.Replication),
            Repeats = Repeats.KeepsOne,
        };
    }

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation)
    {
        _schema.Create(Table, cancellation);
        _settling.Reset();
        _space.Reset();
        if (PrivateServer is not null)
        {
            // Nodes that have just started answer before all of them know that the others run.
            Waiting.Until(
                () => CanRead(CqlConsistency.All, cancellation),
                TimeSpan.FromMilliseconds(100),
                ReplicaTimeout,
                () => new TargetException("The nodes of the private ring do not all see each other.", isUnreachable: true),
                cancellation);
        }
    }

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation) =>
        _schema.CreateMissing(Table, cancellation);

    /// <summary>
    /// Shares connections among writers if the user asked for that. In a mix or a service each writer has its own connections,
    /// since they carry its timestamps.
    /// </summary>
    protected override void Begin(CancellationToken cancellation)
    {
        _clock = null;
        _shared = endpoint.Connections is { } connections && !Table.IsKeyed
            ? new SharedConnections(cluster, Table, _shape, connections) : null;
    }

    /// <summary>Adds the columns. If writers share connections, those opened afterwards share other ones.</summary>
    protected override void Widen(CassandraTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
        _schema.Add(added, cancellation);
        _shared = _shared is null ? null : new SharedConnections(cluster, whole, _shape, endpoint.Connections!.Value);
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        _shared?.OpenWriter() as IBatchWriter
        ?? new CassandraWriter(cluster, Table, _shape, WriterClock.Shared(ref _clock, Table, source));

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => _settling.Run(cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation) => _space.Measure(cancellation);

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation)
    {
        var levels = CassandraContracts.ReadLevels(_shape.Consistency);
        _auditedAt = levels.FirstOrDefault(level => CanRead(level, cancellation), levels[^1]);
        new CassandraAudit(cluster, Table, _shape).Run(audit, _auditedAt.Value, cancellation);
    }

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation) => _schema.Drop(cancellation);

    /// <inheritdoc/>
    protected override void Restarted()
    {
        cluster.Refresh();
        foreach (var node in cluster.Nodes)
        {
            node.MarkUp();
        }
    }

    /// <summary>
    /// Ends the private nodes after a timeout, so that the next call of the target restarts them with their data. Otherwise each
    /// call would wait for a node that runs but stays silent, for example with a full disk.
    /// </summary>
    protected override void Failed(WireException error)
    {
        if (error is ConnectionLostException { IsTimeout: true })
        {
            PrivateServer?.End();
        }
    }

    /// <inheritdoc/>
    protected override void Close() => cluster.Dispose();

    /// <summary>True if every part of the ring can be read at a consistency level now.</summary>
    private bool CanRead(CqlConsistency level, CancellationToken cancellation)
    {
        try
        {
            using var connection = cluster.OpenAny(cancellation);
            var scan = connection.Prepare(Table.Scan);
            long above = long.MinValue;
            foreach (long token in cluster.Ring.Tokens.Append(long.MaxValue))
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

    private static string Text(long number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
