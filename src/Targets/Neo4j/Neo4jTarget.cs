using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// A database on a Neo4j server, open as a target. <see cref="Neo4jDefinition"/> opens it, and trials, source processes,
/// <c>verify</c> and <c>serve</c> call it. Prepare and Clean delete everything with the endpoint's label, in several
/// transactions, and nothing else, except that Prepare with <c>reset=restart</c> deletes all databases of a private server. For
/// <c>serve</c> it creates a missing unique key, and deletes nothing.
/// </summary>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Opens sessions.</param>
internal sealed class Neo4jTarget(ServerOpening opening, Neo4jEndpoint endpoint, Neo4jSessions server)
    : SessionTarget<BoltConnection, Neo4jGraph>(opening, "java")
{
    private const int DeletedAtOnce = 20_000;

    private static readonly TimeSpan CheckpointInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>Longest checkpoint, in addition to the interval between checkpoints.</summary>
    private static readonly TimeSpan CheckpointTimeout = TimeSpan.FromMinutes(10);

    /// <summary>Timeout of the query that counts all records, which takes longer than any other.</summary>
    private static readonly TimeSpan CountingTimeout = TimeSpan.FromMinutes(30);

    private static readonly string[] ShownSettings =
    [
        "server.memory.heap.max_size", "server.memory.pagecache.size", "dbms.memory.transaction.total.max", "db.checkpoint",
            "db.checkpoint.interval.time",
        "db.checkpoint.iops.limit", "db.tx_log.rotation.size", "db.tx_log.preallocate", "db.format",
    ];

    // Bytes written to the transaction log before the trial.
    private long _logStart;

    /// <inheritdoc/>
    protected override string Store => "graph";

    private Neo4jFiles? Files => PrivateServer is null ? null : new Neo4jFiles(PrivateServer.Folder, endpoint.Database);

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        if (endpoint.IsRestarted)
        {
            // Transactions restart from 1, so the log's lines about checkpoints would belong to older transactions.
            PrivateServer?.Renew(() =>
            {
                Files!.Delete();
                File.Delete(CheckpointLog.FileOf(PrivateServer.Folder));
            }, cancellation);
        }

        base.Prepare(table, cancellation);
    }

    /// <inheritdoc/>
    protected override BoltConnection Open(TimeSpan timeout) => server.Open(timeout: timeout);

    /// <inheritdoc/>
    protected override void Leave(BoltConnection session) => session.Close();

    /// <inheritdoc/>
    protected override TimeSpan TimeoutOf(ServerVerb verb) => verb == ServerVerb.Measure ? CountingTimeout : base.TimeoutOf(verb);

    /// <inheritdoc/>
    protected override Neo4jGraph TableOf(TrialTable table) => new(endpoint, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(BoltConnection session, IDictionary<string, string> settings)
    {
        settings["shape"] = endpoint.IsRelationship ? "a relationship a record" : "a node a record";
        settings["key"] = endpoint.HasPairKey ? "unique (source, sequence)" : "unique id, made of source and sequence";
        settings["rows_a_statement"] = string.Create(CultureInfo.InvariantCulture, $"at most {endpoint.Rows}");
        settings["session.encrypted"] = session.IsEncrypted ? "yes" : "no";
        settings["settled_by"] = PrivateServer is null ? "nothing: the server does not say when it has made a checkpoint"
            : "the checkpoint that holds the last transaction, by the server's log";
        string? format = Format(session);
        string named = format ?? "unknown to this user";
        settings["space_is"] = PrivateServer is not null && endpoint.IsRestarted
            ? "the files of the store, of the index, and the transaction log"
            : Neo4jRecordFormat.IsOf(format)
                ? $"data: records and properties as the server counts them, by the widths of the store's record format; index and "
                    + $"transaction log{(PrivateServer is null ? " are not known" : ": their files")}"
            : PrivateServer is null ? $"nothing: the widths of the store's format ({named}) are not known"
            : $"the files of the store (format {named}), of the index, and the transaction log; a trial fills room that the "
                + "trial before left in the files, which reset=restart avoids";
        if (!HasDriver)
        {
            settings["connections_a_writer"] = "1";
        }

        foreach (object?[] row in server.Query(session,
            $"SHOW SETTINGS YIELD name, value WHERE name IN [{string.Join(", ", ShownSettings.Select(s => $"'{s}'"))}] RETURN "
            + $"name, value"))
        {
            settings[(string)row[0]!] = (string)row[1]!;
        }

        string edition = server.Query(session, "CALL dbms.components() YIELD edition RETURN edition") is [[string name, ..], ..]
            ? $" {name}" : string.Empty;
        return new($"{session.Server}{edition}", $"Bolt {session.Version}") { Repeats = Repeats.KeepsOne };
    }

    /// <inheritdoc/>
    protected override void Create(BoltConnection session, CancellationToken cancellation)
    {
        Drop(session, cancellation);
        foreach (string statement in Table.Constraints)
        {
            server.Query(session, statement);
        }
    }

    /// <summary>A batch of which records exist is merged, which replaces them.</summary>
    public override bool Overwrites => true;

    /// <inheritdoc/>
    public override long Sequences => endpoint.HasPairKey ? base.Sequences : Neo4jGraph.SequencesOfId;

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation) => On(ServerVerb.Ensure, session =>
    {
        Neo4jServedGraph.Ensure(server, session, Table);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) => _logStart = Files?.LogBytes() ?? 0;

    /// <summary>Does nothing: the database keeps the values that it is sent.</summary>
    protected override void Widen(Neo4jGraph whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new Neo4jWriter(server, Table, endpoint.Rows, cancellation);

    /// <summary>
    /// Waits until a checkpoint includes the last committed transaction, so that the store's files contain it. Does nothing for a
    /// server that was running before, whose log is not readable.
    /// </summary>
    protected override void AwaitQuiet(BoltConnection session, CancellationToken cancellation)
    {
        if (PrivateServer is null)
        {
            return;
        }

        var timeout = TimeSpan.FromSeconds(endpoint.CheckpointS) + CheckpointTimeout;
        long last = server.LastTransaction(session);
        var log = new CheckpointLog(CheckpointLog.FileOf(PrivateServer.Folder), endpoint.Database);
        Waiting.Until(
            () => log.LastCheckpoint() >= last,
            CheckpointInterval,
            timeout,
            () => new TargetException(
                $"The server has made no checkpoint with transaction {last} within {timeout.TotalMinutes:0} minutes."),
            cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(BoltConnection session, CancellationToken cancellation)
    {
        // Where the widths are not known, only the files tell the space.
        long? data = Neo4jRecordFormat.IsOf(Format(session))
            ? Neo4jRecordFormat.Bytes(server.Query(session, Table.Contents).Select(Table.Blocks), endpoint.IsRelationship) : null;
        if (Files is not { } files)
        {
            return new DiskSpace(data ?? 0, 0, 0);
        }

        long index = files.IndexBytes();
        long log = Math.Max(0, files.LogBytes() - _logStart);
        if (!endpoint.IsRestarted && data is { } counted)
        {
            return new DiskSpace(counted, index, log);
        }

        var all = files.All();
        return new DiskSpace(files.StoreBytes(), index, log, all.ApparentBytes, all.AllocatedBytes);
    }

    /// <inheritdoc/>
    protected override void Read(BoltConnection session, StoredContent audit, CancellationToken cancellation) =>
        Neo4jAudit.Run(session, server.Context, Table, audit, cancellation);

    /// <summary>The server's name of the store's format. Null if the user may not see it.</summary>
    private string? Format(BoltConnection session) => server.Query(session,
        $"SHOW DATABASES YIELD name, aliases, store WHERE name = '{endpoint.Database}' OR '{endpoint.Database}' IN aliases "
        + "RETURN store") is [[string store], ..] ? store : null;

    /// <summary>
    /// Drops the constraints first, so that no index is updated while records are deleted. Deletes in parts, because a
    /// transaction is held in memory.
    /// </summary>
    protected override void Drop(BoltConnection session, CancellationToken cancellation)
    {
        foreach (string statement in Neo4jGraph.DropConstraints(endpoint.Label))
        {
            server.Query(session, statement);
        }

        foreach (string statement in Neo4jGraph.DeleteSome(endpoint.Label, DeletedAtOnce))
        {
            while (server.Query(session, statement) is [[> 0L]])
            {
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }
}
