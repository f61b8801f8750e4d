using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Server;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>A CockroachDB cluster, foreign or private.</summary>
internal sealed class CockroachTarget(string name, DurabilityContract contract, CockroachEndpoint endpoint, CockroachCluster cluster, ServerLease<PrivateCluster>? own) : ITarget
{
    private const int RowsBetweenLooks = 4096;
    private static readonly TimeSpan ReplicationPatience = TimeSpan.FromMinutes(10);

    private readonly ListeningProcesses _listening = new("cockroach");
    private CockroachTable? _table;
    private (long Ranges, long FewestReplicas, long MostReplicas, long Bytes) _ranges;

    /// <inheritdoc/>
    public string AttachEndpoint => endpoint.Text;

    /// <inheritdoc/>
    public long? ServerMemoryBytes => own?.Server.Configuration.MemoryMb << 20;

    private CockroachTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>What a server says of itself; a build of others than the vendor is named so.</summary>
    public static string Version(PgConnection connection)
    {
        string version = connection.Query("SELECT version()")[0][0] ?? string.Empty;
        return version.StartsWith("CockroachDB", StringComparison.Ordinal)
            ? version
            : throw new TargetException($"The server is no CockroachDB, but: {version}. Take --db postgres for it.");
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => cluster.Run("The cluster cannot be described", connection =>
    {
        string version = Version(connection);
        bool isVendors = version.StartsWith("CockroachDB CCL", StringComparison.Ordinal);
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["build"] = isVendors ? "the vendor's" : "not the vendor's",
            ["nodes"] = Text(CockroachRanges.Nodes(connection)),
            ["nodes_written_to"] = Text(endpoint.Nodes.Count),
            ["way"] = endpoint.Way == "copy" ? "copy, a batch" : string.Create(CultureInfo.InvariantCulture, $"{endpoint.Way}, at most {endpoint.Rows} rows a statement"),
            ["table.key"] = endpoint.Buckets is { } buckets ? string.Create(CultureInfo.InvariantCulture, $"(source, sequence), hashed into {buckets} buckets") : "(source, sequence), a range a source",
            ["table.ranges"] = Text(_ranges.Ranges),
            ["table.replicas"] = _ranges.FewestReplicas == _ranges.MostReplicas ? Text(_ranges.MostReplicas) : $"{Text(_ranges.FewestReplicas)} to {Text(_ranges.MostReplicas)}",
            ["space"] = "keys and values of all replicas as the ranges count them, older versions of rows included, before compression on disk",
        };
        if (own?.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = $"{limits}, each node";
        }

        return new TargetDescription
        {
            Database = name,
            Client = WriteClient.Wire,
            Nodes = own?.Server.Configuration.AskedNodes,
            Homes = own is not null && CockroachHome.NamedBy(own.Server.Configuration.Program, endpoint.Home) is { } home ? [home] : null,
            ServerVersion = isVendors ? version : version + " (not the vendor's build: no figure of CockroachDB)",
            DriverVersion = $"DbIngest {BuildStamp.Of(typeof(CockroachTarget)).Number}, PostgreSQL protocol 3.0",
            Durability = contract.Name,
            DurabilityMeaning = contract.Meaning,
            Survives = contract.Survives,
            Copies = Copies.Majority((int)(_ranges.FewestReplicas > 0 ? _ranges.FewestReplicas : WantedReplicas(connection))),
            Endpoint = own?.Server.Configuration.Name ?? endpoint.Show,
            Placement = endpoint.Nodes.All(n => OwnMachine.Has(n.Host)) ? "local" : "remote",
            Servers = [.. endpoint.Nodes.Select(n => new DnsEndPoint(n.Host, n.Port))],
            Configuration = own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    }, cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        var made = new CockroachTable(endpoint, table);
        own?.Server.EnsureRunning(cancellation, mayForget: true);
        cluster.PlaceAnew();
        cluster.Run("The table cannot be prepared", connection =>
        {
            made.Create(connection, cancellation);
            AwaitReplicas(connection, cancellation);
            return true;
        }, cancellation);
        _table = made;
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _table = new CockroachTable(endpoint, table);
        cluster.PlaceAnew();
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            return new CockroachWriter(cluster, Table, endpoint, source, cancellation);
        }
        catch (WireException e)
        {
            throw CockroachErrors.OfTarget($"No writer can be opened ({endpoint.Show})", e);
        }
    }

    /// <summary>Every replica has what was acknowledged once replication is whole again.</summary>
    public void Settle(CancellationToken cancellation)
    {
        own?.Server.EnsureRunning(cancellation);
        cluster.Run("The cluster cannot be settled", connection =>
        {
            AwaitReplicas(connection, cancellation);
            return true;
        }, cancellation);
    }

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => new(
        cluster.Run("The disk space cannot be measured", connection => _ranges = CockroachRanges.Read(connection, endpoint) ?? throw Gone(), cancellation).Bytes, IndexBytes: 0, LogBytes: 0);

    /// <inheritdoc/>
    public bool AuditsShares => true;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        own?.Server.EnsureRunning(cancellation);
        cluster.Run("The table cannot be read", connection => Read(connection, audit, cancellation), cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        if (_table is { } table)
        {
            cluster.Run("The table cannot be dropped", connection => connection.Query(table.Drop), cancellation);
            _table = null;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => own?.Server.Processes ?? _listening.At(endpoint.Nodes.Select(node => new DnsEndPoint(node.Host, node.Port)));

    /// <inheritdoc/>
    public string? ServerFault => own is null ? null : ServerFaults.Of("CockroachDB", own.Server.Processes.Count > 0, own.Server.Configuration.WorkFolder);

    /// <inheritdoc/>
    public void Dispose() => own?.Dispose();

    /// <summary>Waiting for the ranges of a table that nobody has any more would last as long as patience does.</summary>
    private TargetException Gone() => new($"There is no table {endpoint.Database}.{endpoint.TableName}: it was dropped, or the cluster has lost its data.");

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private bool Read(PgConnection connection, StoredContent audit, CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[audit.ValueCount];
        var statement = connection.Prepare("audit", Table.Read(audit.Share), parameters: 0);
        statement.Begin().Send();
        for (long rows = 0; statement.TryRead(out var row); rows++)
        {
            if (rows % RowsBetweenLooks == 0)
            {
                cancellation.ThrowIfCancellationRequested();
            }

            var (source, sequence, timestamp, quality) = (row.Int32(), row.Int64(), row.Int64(), (uint)row.Int32());
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = row.Double();
            }

            part.Add(source, sequence, timestamp, quality, values);
        }

        return true;
    }

    /// <summary>As many replicas as a range is to have, where there are nodes for them.</summary>
    private long WantedReplicas(PgConnection connection) => CockroachRanges.Replicas(CockroachRanges.Nodes(connection), endpoint.Replicas);

    /// <summary>Waits until each range has the replicas that it is to have.</summary>
    private void AwaitReplicas(PgConnection connection, CancellationToken cancellation)
    {
        long needed = WantedReplicas(connection);
        Waiting.Until(
            () => (_ranges = CockroachRanges.Read(connection, endpoint) ?? throw Gone()).FewestReplicas >= needed,
            TimeSpan.FromMilliseconds(200),
            ReplicationPatience,
            () => new TargetException($"A range of the table has {_ranges.FewestReplicas} replicas after {ReplicationPatience.TotalMinutes:0} minutes, and is to have {needed}: is a node down?"),
            cancellation);
    }
}
