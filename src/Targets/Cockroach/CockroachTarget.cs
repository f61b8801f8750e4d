using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// A CockroachDB cluster, open as a target. <see cref="CockroachDefinition"/> opens it, and trials, source processes,
/// <c>verify</c> and <c>serve</c> call it. Prepare and Clean drop the endpoint's table and nothing else. Settling flushes
/// nothing: it waits until each range has all of its replicas. The measured space is logical bytes over all replicas, before
/// compression on disk. It changes no setting of the cluster.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="cluster">Opens sessions.</param>
internal sealed class CockroachTarget(ServerOpening opening, CockroachEndpoint endpoint, CockroachCluster cluster)
    : SessionTarget<PgConnection, CockroachTable>(opening, "cockroach")
{
    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    private const string RangesSetting = "table.ranges";
    private const string ReplicasSetting = "table.replicas";
    private static readonly TimeSpan ReplicationTimeout = TimeSpan.FromMinutes(10);

    private (long Ranges, long FewestReplicas, long MostReplicas, long Bytes) _ranges;

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <summary>UPSERT replaces a record, where INSERT and COPY are refused.</summary>
    public override bool Overwrites => endpoint.Way == "upsert";

    /// <summary>The version that a server reports, by which a build that is not the vendor's can be told.</summary>
    /// <exception cref="TargetException">Another product answers.</exception>
    public static string Version(PgConnection connection)
    {
        string version = connection.Query("SELECT version()")[0][0] ?? string.Empty;
        return version.StartsWith("CockroachDB", StringComparison.Ordinal)
            ? version
            : throw new TargetException($"The server is no CockroachDB, but: {version}. Take --db postgres for it.");
    }

    /// <inheritdoc/>
    protected override PgConnection Open(TimeSpan timeout)
    {
        int node = 0;
        return cluster.Open(ref node);
    }

    /// <inheritdoc/>
    protected override void Leave(PgConnection session) => session.Close();

    /// <inheritdoc/>
    protected override ITimeQueries Questions(CancellationToken cancellation) =>
        new CockroachTimeQueries(cluster, Table, cancellation);

    /// <inheritdoc/>
    protected override CockroachTable TableOf(TrialTable table) => new(endpoint, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(PgConnection session, IDictionary<string, string> settings)
    {
        string version = Version(session);
        bool isVendors = version.StartsWith("CockroachDB CCL", StringComparison.Ordinal);
        settings["build"] = isVendors ? "the vendor's" : "not the vendor's";
        settings["nodes"] = Text(CockroachRanges.Nodes(session));
        settings["nodes_written_to"] = Text(Opening.Address.Nodes.Count);
        settings["way"] = endpoint.Way == "copy" ? "copy, a batch"
            : string.Create(CultureInfo.InvariantCulture, $"{endpoint.Way}, at most {endpoint.Rows} rows a statement");
        settings["table.key"] = endpoint.Buckets is { } buckets
            ? string.Create(CultureInfo.InvariantCulture, $"(source, sequence), hashed into {buckets} buckets")
            : "(source, sequence), a range a source";

        // A sweep records the description before the first trial, without a table. Each trial waits for the wanted replicas.
        var (fewest, most) = (_ranges.FewestReplicas, _ranges.MostReplicas);
        if (fewest == 0)
        {
            fewest = most = WantedReplicas(session);
        }
        else
        {
            settings[RangesSetting] = Text(_ranges.Ranges);
        }

        settings[ReplicasSetting] = fewest == most ? Text(most) : $"{Text(fewest)} to {Text(most)}";
        settings["space"] =
            "keys and values of all replicas as the ranges count them, older versions of rows included, before compression on "
            + "disk";
        return new(isVendors ? version
            : version + " (not the vendor's build: no figure of CockroachDB)", "PostgreSQL protocol 3.0")
        {
            Repeats = endpoint.Way == "upsert" ? Repeats.KeepsOne : Repeats.Refuses,
            Copies = Copies.Majority((int)fewest),
            ChangingSettings = [RangesSetting, ReplicasSetting],
        };
    }

    /// <inheritdoc/>
    protected override void Create(PgConnection session, CancellationToken cancellation)
    {
        Table.Create(session, cancellation);
        AwaitQuiet(session, cancellation);
    }

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation) => On(ServerVerb.Ensure, session =>
    {
        Table.CreateMissing(session);
        CockroachServedTable.Check(session, Table);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) => cluster.PlaceAnew();

    /// <inheritdoc/>
    protected override void Widen(CockroachTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        On(ServerVerb.AddValues, session => session.Query(whole.Add(added)), cancellation);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new CockroachWriter(cluster, Table, endpoint, source, cancellation);

    /// <summary>Waits until each range has all of its replicas, so that every replica stores what was acknowledged.</summary>
    protected override void AwaitQuiet(PgConnection session, CancellationToken cancellation)
    {
        long needed = WantedReplicas(session);
        Waiting.Until(
            () => (_ranges = CockroachRanges.Read(session, endpoint) ?? throw Gone()).FewestReplicas >= needed,
            TimeSpan.FromMilliseconds(200),
            ReplicationTimeout,
            () => new TargetException(
                $"A range of the table has {_ranges.FewestReplicas} replicas after {ReplicationTimeout.TotalMinutes:0} "
                + $"minutes, and is to have {needed}: is a node down?"),
            cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(PgConnection session, CancellationToken cancellation)
    {
        _ranges = CockroachRanges.Read(session, endpoint) ?? throw Gone();
        return new(_ranges.Bytes, IndexBytes: 0, LogBytes: 0);
    }

    /// <inheritdoc/>
    protected override void Drop(PgConnection session, CancellationToken cancellation) => session.Query(Table.Drop);

    /// <summary>
    /// The exception for a missing table. Without it, waiting for the ranges of a dropped table would last until the timeout.
    /// </summary>
    private TargetException Gone() =>
        new($"There is no table {endpoint.Database}.{endpoint.TableName}: it was dropped, or the cluster has lost its data.");

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    protected override void Read(PgConnection session, StoredContent audit, CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[audit.ValueCount];
        var statement = session.Prepare("audit", Table.Read(audit.Share), parameters: 0);
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
    }

    /// <summary>Replicas that a range should have, if there are enough nodes.</summary>
    private long WantedReplicas(PgConnection connection) =>
        CockroachRanges.Replicas(CockroachRanges.Nodes(connection), endpoint.Replicas);
}
