using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Queries;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// A QuestDB server, open as a target. <see cref="QuestDbDefinition"/> opens it, and trials, source processes and <c>verify</c>
/// call it. Prepare and Clean drop the endpoint's table and nothing else. Settle and audit first wait until the server has
/// applied its log to the table, because an acknowledged batch is only in the log.
/// </summary>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Runs SQL on the server.</param>
/// <param name="isBinary">True to send doubles as 8 bytes.</param>
internal sealed class QuestDbTarget(ServerOpening opening, QuestDbEndpoint endpoint, QuestDbServer server, bool isBinary)
    : ServerTarget<QuestDbTable>(opening, "java")
{
    private static readonly string[] Parameters =
    [
        "cairo.commit.mode", "cairo.max.uncommitted.rows", "wal.apply.worker.count", "shared.worker.count",
            "line.http.max.recv.buffer.size", "cairo.wal.segment.rollover.row.count",
    ];

    /// <inheritdoc/>
    protected override QuestDbTable TableOf(TrialTable table) => new(endpoint.Table, endpoint.Partition, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        var info = server.Info(cancellation);
        settings["connections_a_writer"] = "1";
        settings["table"] = $"WAL, partitioned by {endpoint.Partition}, deduplicated by timestamp, source and sequence";
        settings["doubles"] = isBinary ? "binary (line protocol 2)" : "text (line protocol 1)";
        settings["settled_by"] = "wal_tables(): the log is applied";
        settings["space_is"] =
            "partitions; the one that is extended in advance by its rows and the width of its columns; without the log";
        foreach (string name in Parameters.Where(info.Parameters.ContainsKey))
        {
            settings[name] = info.Parameters[name];
        }

        return new(info.Product, $"line protocol {(isBinary ? 2 : 1)} over HTTP/1.1") { Repeats = Repeats.KeepsOne };
    }

    /// <summary>
    /// Creates the table. Statements are never cancelled midway: the server would still run them, perhaps after the statements of
    /// the next verb.
    /// </summary>
    protected override void Create(CancellationToken cancellation)
    {
        using var session = server.Session();
        foreach (string statement in Table.Create)
        {
            QuestDbServer.Query(session, statement, CancellationToken.None);
        }
    }

    /// <summary>Adds the columns one by one. Never cancelled midway, as in <see cref="Create"/>.</summary>
    protected override void Widen(QuestDbTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
        using var session = server.Session();
        foreach (var value in added)
        {
            QuestDbServer.Query(session, whole.Add(value), CancellationToken.None);
        }
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        HttpSession.Hand(server.Session(), session => new QuestDbWriter(session, Table, isBinary, cancellation));

    /// <summary>Connects. The server applies its log after it acknowledges, so an answer may lack the newest records.</summary>
    protected override ITimeQueries Questions(CancellationToken cancellation)
    {
        var text = new QuestDbQueryText(Table);
        IEnumerable<TimeQueryRow> Ask(HttpSession connection, TimeQuery query) =>
            QuestDbServer.Cells(connection, text.Of(query)).Select(TimeQueryText.RowOf);
        return HttpSession.Hand(server.Session(), session => new HttpTimeQueries(session, Ask, cancellation) { Lags = true });
    }

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation)
    {
        using var session = server.Session();
        new QuestDbLog(Table).AwaitApplied(session, cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        long rowBytes = server.Query(Table.ColumnTypes, cancellation).Sum(column => QuestDbTable.WidthOf(column[0].GetString()));
        long data = server.Query(Table.Partitions, cancellation)
            .Sum(p => p[2].GetBoolean() ? p[0].GetInt64() * rowBytes : p[1].GetInt64());
        FileSpace? files = PrivateServer is null ? null : FileSpace.OfFolders(
            Directory.EnumerateDirectories(Path.Combine(PrivateServer.Folder, "db"), $"{Table.Name}~*"));
        return new DiskSpace(data, 0, 0, files?.ApparentBytes, files?.AllocatedBytes);
    }

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation)
    {
        AwaitQuiet(cancellation);
        new QuestDbAudit(server, Table).Run(audit, cancellation);
    }

    /// <summary>Drops the table. Never cancelled midway, as in <see cref="Create"/>.</summary>
    protected override void Drop(CancellationToken cancellation) => server.Query(Table.Drop, CancellationToken.None);
}
