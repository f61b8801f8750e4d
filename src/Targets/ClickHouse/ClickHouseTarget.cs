using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>A ClickHouse server, foreign or private.</summary>
/// <param name="contract">The contract.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="server">The server.</param>
/// <param name="insertions">Makes what sends the batches of a writer; null for the wire client.</param>
/// <param name="hasAsyncInsert">Whether the server may collect insertions and acknowledge them later.</param>
/// <param name="own">Our part in a private server; null for a foreign one.</param>
internal sealed class ClickHouseTarget(
    DurabilityContract contract,
    ClickHouseEndpoint endpoint,
    ClickHouseServer server,
    Func<ClickHouseTable, IReadOnlyList<(string Name, string? Value)>, CancellationToken, IInsertions>? insertions,
    bool hasAsyncInsert,
    ServerLease<PrivateHttpServer>? own)
    : HttpTarget(ClickHouseDefinition.Database, contract, server.Place, endpoint.At(server.Place), own, "clickhouse-serv")
{
    internal const string AsyncInsert = "async_insert";

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

    private ClickHouseTable? _table;

    private ClickHouseTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) => _table = new ClickHouseTable(endpoint.Table, table);

    /// <inheritdoc/>
    protected override HttpSession Session() => server.Session();

    /// <inheritdoc/>
    protected override (string Product, string Protocol) Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        settings["connections_a_writer"] = insertions is null ? "1" : "2";
        settings["table"] = "MergeTree, one partition, ordered by source and sequence, LZ4; parts_to_delay_insert 1000, parts_to_throw_insert 3000";
        settings["settled_by"] = endpoint.Optimizes ? "OPTIMIZE TABLE FINAL" : "no merge under way";
        settings[AsyncInsert] = hasAsyncInsert ? "0" : "not known to this version";
        if (_table is not null && server.Query(_table.Parts, cancellation) is [[var parts, _]])
        {
            settings["parts"] = parts;
        }

        return (server.Product(cancellation), "RowBinary");
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        using var session = server.Session();
        server.Query(session, Table.Drop, CancellationToken.None);
        server.Query(session, Table.Create, CancellationToken.None);
    }

    /// <inheritdoc/>
    protected override string Client => insertions is null ? base.Client : WriteClient.Driver;

    /// <inheritdoc/>
    protected override string Program => insertions is null ? base.Program : DriverInsertions.Version;

    /// <inheritdoc/>
    protected override IBatchWriter Writer(HttpSession session, CancellationToken cancellation)
    {
        var settings = ClickHouseWriter.Settings(server, hasAsyncInsert ? AsyncInsert : null);
        var sending = insertions?.Invoke(Table, settings, cancellation) ?? new WireInsertions(session, Table, settings);
        try
        {
            return new ClickHouseWriter(server, session, Table, sending, cancellation);
        }
        catch
        {
            sending.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation)
    {
        using var session = server.Session();
        if (endpoint.Optimizes)
        {
            server.Query(session, Table.Optimize, cancellation);
        }

        bool wasIdle = false;
        Waiting.Until(
            () =>
            {
                bool isIdle = server.Query(session, Table.Work, cancellation) is [["0"]];
                bool isQuiet = isIdle && wasIdle;
                wasIdle = isIdle;
                return isQuiet;
            },
            Interval,
            Patience,
            () => new TargetException($"The server still merges after {Patience.TotalMinutes:0} minutes."),
            cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        long data = long.Parse(server.Query(Table.Parts, cancellation)[0][1], CultureInfo.InvariantCulture);
        string? folder = Own is null ? null : Path.Combine(Own.Server.Folder, "data", "data", endpoint.Database, Table.Name);
        FileSpace? files = folder is not null && Directory.Exists(folder) ? FileSpace.OfFolder(folder) : null;
        return new DiskSpace(data, 0, 0, files?.ApparentBytes, files?.AllocatedBytes);
    }

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) => ParallelRead.Run(
        ParallelRead.Threads,
        part =>
        {
            using var partition = audit.OpenPartition();
            using var session = server.Session();
            using var cut = cancellation.Register(session.Cut);
            using var rows = new RowBinary(Table.Table.Schema);
            var connection = session.Connection();
            server.Ask(connection, Table.Select(part, ParallelRead.Threads, audit.Share));
            rows.Decode(connection.ReadLong, partition);
        },
        cancellation);

    /// <inheritdoc/>
    protected override void Drop()
    {
        if (_table is not null)
        {
            server.Query(_table.Drop, CancellationToken.None);
        }
    }

    /// <inheritdoc/>
    protected override TargetException Failure(string what, WireException error) => ClickHouseErrors.OfTarget(what, error);
}
