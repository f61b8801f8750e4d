using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.QuestDb;

/// <summary>A QuestDB server, foreign or private.</summary>
/// <param name="contract">The contract.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="server">The server.</param>
/// <param name="isBinary">Whether doubles travel as their bytes.</param>
/// <param name="own">Our part in a private server; null for a foreign one.</param>
internal sealed class QuestDbTarget(DurabilityContract contract, QuestDbEndpoint endpoint, QuestDbServer server, bool isBinary, ServerLease<PrivateHttpServer>? own)
    : HttpTarget(QuestDbDefinition.Database, contract, server.Place, endpoint.At(server.Place), own, "java")
{
    private static readonly string[] Parameters =
    [
        "cairo.commit.mode", "cairo.max.uncommitted.rows", "wal.apply.worker.count", "shared.worker.count", "line.http.max.recv.buffer.size", "cairo.wal.segment.rollover.row.count",
    ];

    private static readonly EnumerationOptions AllFiles = new() { RecurseSubdirectories = true, IgnoreInaccessible = true };

    private QuestDbTable? _table;

    private QuestDbTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) => _table = new QuestDbTable(endpoint.Table, endpoint.Partition, table);

    /// <inheritdoc/>
    protected override HttpSession Session() => server.Session();

    /// <inheritdoc/>
    protected override (string Product, string Protocol) Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        var info = server.Info(cancellation);
        settings["table"] = $"WAL, partitioned by {endpoint.Partition}, deduplicated by timestamp, source and sequence";
        settings["doubles"] = isBinary ? "binary (line protocol 2)" : "text (line protocol 1)";
        settings["settled_by"] = "wal_tables(): the log is applied";
        settings["space_is"] = "partitions; the one that is extended in advance by its rows and the width of its columns; without the log";
        foreach (string name in Parameters.Where(info.Parameters.ContainsKey))
        {
            settings[name] = info.Parameters[name];
        }

        return (info.Product, $"line protocol {(isBinary ? 2 : 1)}");
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        using var session = server.Session();
        foreach (string statement in Table.Create)
        {
            QuestDbServer.Query(session, statement, CancellationToken.None);
        }
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(HttpSession session, CancellationToken cancellation) => new QuestDbWriter(session, Table, isBinary, cancellation);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation)
    {
        using var session = server.Session();
        new QuestDbLog(Table).AwaitApplied(session, cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        long data = server.Query(Table.Partitions, cancellation).Sum(p => p[2].GetBoolean() ? p[0].GetInt64() * Table.RowBytes : p[1].GetInt64());
        FileSpace? files = Own is null ? null : FileSpace.OfFiles(
            Directory.EnumerateDirectories(Path.Combine(Own.Server.Folder, "db"), $"{Table.Name}~*").SelectMany(folder => Directory.EnumerateFiles(folder, "*", AllFiles)));
        return new DiskSpace(data, 0, 0, files?.ApparentBytes, files?.AllocatedBytes);
    }

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation)
    {
        AwaitQuiet(cancellation);
        new QuestDbAudit(server, Table).Run(audit, cancellation);
    }

    /// <inheritdoc/>
    protected override void Drop()
    {
        if (_table is not null)
        {
            server.Query(_table.Drop, CancellationToken.None);
        }
    }

    /// <inheritdoc/>
    protected override TargetException Failure(string what, WireException error) => QuestDbErrors.OfTarget(what, error);
}
