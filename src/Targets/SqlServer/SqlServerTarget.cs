using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A table of SQL Server or Babelfish, open as a target. <see cref="SqlServerDefinition"/> opens it, and trials, source processes
/// and <c>verify</c> call it. Prepare and Clean drop the table, or the whole database only if a run created it. Prepare and
/// Settle run a <c>CHECKPOINT</c> of the database, which Babelfish lacks.
/// </summary>
/// <param name="opening">The server and how to use it.</param>
/// <param name="sessions">Opens connections of the chosen client.</param>
/// <param name="database">The trials' database.</param>
internal sealed class SqlServerTarget(ServerOpening opening, SqlServerSessions sessions, SqlServerDatabase database)
    : ServerTarget<SqlServerTable>(opening)
{
    private readonly SqlServerEndpoint _endpoint = sessions.Endpoint;
    private readonly Lock _lock = new();
    private readonly List<SqlServerResources> _readers = [];
    private readonly LogGrowth _log = new();

    /// <summary>None: the server itself reports its usage, see <see cref="OpenReaders"/>.</summary>
    public override IReadOnlyList<int> ServerProcesses() => [];

    /// <inheritdoc/>
    public override IReadOnlyList<IResourceReader> OpenReaders()
    {
        lock (_lock)
        {
            // Ends the reader of the previous trial.
            Close();
            if (SqlServerResources.Open(sessions, Opening.Address.IsLocal) is not { } reader)
            {
                return [new UnmeasuredReader()];
            }

            _readers.Add(reader);
            return [.. _readers];
        }
    }

    /// <inheritdoc/>
    protected override string Client => sessions.Driver is null ? WriteClient.Wire : WriteClient.Driver;

    /// <inheritdoc/>
    protected override string Program => sessions.Driver ?? base.Program;

    private bool IsBabelfish => sessions.Babelfish is not null;

    /// <inheritdoc/>
    protected override SqlServerTable TableOf(TrialTable table) => new(table, _endpoint);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        string version = sessions.Run(SqlServerSessions.Master, session =>
        {
            database.Look(session);
            return SqlServerSettings.Version(session);
        }, cancellation);
        string? found = database.IsFound ? _endpoint.Database : null;
        var ofServer = sessions.Run(found ?? SqlServerSessions.Master, session => sessions.Babelfish is { } babelfish
            ? Babelfish.Settings(session, babelfish) : SqlServerSettings.Read(session, found), cancellation);
        foreach (var (name, value) in ofServer)
        {
            settings[name] = value;
        }

        if (!database.IsFound && !IsBabelfish)
        {
            settings["database.recovery"] = _endpoint.Recovery.ToUpperInvariant();
            settings["database.delayed_durability"] = SqlServerContracts.Setting(Opening.Contract);
            settings["database.files"] = FormattableString.Invariant(
                $"created for the run: data {_endpoint.DataMb} MB, log {_endpoint.LogMb} MB, each grows by a quarter");
        }

        settings["table.store"] = _endpoint.Store;
        settings["table.compression"] = _endpoint.Compression;
        settings["client.packet"] = FormattableString.Invariant($"{_endpoint.PacketBytes} bytes asked for");
        settings["client.batch"] = _endpoint.RowsPerLoad == 0 ? "all rows of a batch in one bulk load"
            : FormattableString.Invariant($"{_endpoint.RowsPerLoad} rows a bulk load");
        settings["client.streaming"] = sessions.Driver is null ? "always" : _endpoint.IsStreaming ? "true" : "false";
        settings["client.encrypt"] = _endpoint.Encrypt + (_endpoint.TrustsAny ? ", any certificate is taken" : string.Empty);
        settings["client.lock"] = _endpoint.LocksTable ? "table" : "row";
        settings["settle"] = "CHECKPOINT"
            + (_endpoint.Store == SqlServerOptions.Columnstore ? ", closed row groups compressed by ALTER INDEX REORGANIZE"
            : string.Empty);
        if (IsBabelfish)
        {
            settings["settle"] = "nothing: Babelfish takes CHECKPOINT and does nothing";
            settings["postgres.synchronous_commit"] = sessions.Commit + ", set by each writer";
            settings["client.lock"] = "none: Babelfish has no locks of bulk loads";
        }

        return new(version, sessions.Protocol)
        {
            LicenceNotice = IsBabelfish ? Babelfish.LicenceNotice : null,

            // The files of a database that was found grow with the trials.
            ChangingSettings = [.. settings.Keys.Where(SqlServerSettings.IsOfFile)],
            Repeats = _endpoint.Store is SqlServerOptions.Clustered or SqlServerOptions.Memory ? Repeats.Refuses
                : Repeats.KeepsBoth,
        };
    }

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation)
    {
        Run(SqlServerSessions.Master, database.Create, cancellation);
        Run(_endpoint.Database, session =>
        {
            session.Execute(SqlServerTable.Drop);
            foreach (string statement in Table.Create)
            {
                session.Execute(statement);
            }

            // Every trial starts just after a checkpoint, so that each has the same share of them.
            if (!IsBabelfish)
            {
                session.Execute("CHECKPOINT");
            }
        }, cancellation);
    }

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation)
    {
        _log.Reset();
        sessions.Run(_endpoint.Database, session => SqlServerSpace.Log(session, _log, IsBabelfish), cancellation);
    }

    /// <summary>
    /// Adds the columns by one statement, or by one for each where Babelfish answers, which takes no more. Each waits for the
    /// loads that run, and later loads wait for it.
    /// </summary>
    protected override void Widen(SqlServerTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        Run(_endpoint.Database, session =>
        {
            foreach (var columns in added.Chunk(IsBabelfish ? 1 : added.Count))
            {
                try
                {
                    session.Execute(SqlServerTable.Add(columns));
                }
                catch (Exception e) when (SqlServerErrors.IsColumnThere(e))
                {
                    // Another process has added them meanwhile, by the same statement.
                }
            }
        }, cancellation);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) => new SqlServerWriter(sessions, Table);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => Run(_endpoint.Database, session =>
    {
        if (IsBabelfish)
        {
            return;
        }

        session.Execute("CHECKPOINT");
        if (_endpoint.Store == SqlServerOptions.Columnstore)
        {
            CompressClosedGroups(session, cancellation);
            session.Execute("CHECKPOINT");
        }
    }, cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation) => sessions.Run(
        _endpoint.Database,
        session => SqlServerSpace.Measure(session, _log, _endpoint.Store, IsBabelfish),
        cancellation);

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) => sessions.Run(
        _endpoint.Database,
        session =>
        {
            SqlServerAudit.Run(session, Table, audit, cancellation);
            return true;
        },
        cancellation,
        progress: () => audit.RowsRead);

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation)
    {
        if (sessions.Run(SqlServerSessions.Master, database.DropUnlessFound, cancellation, ServerTimeouts.Quiet))
        {
            Run(_endpoint.Database, session => session.Execute(SqlServerTable.Drop), cancellation);
        }
    }

    /// <inheritdoc/>
    protected override void Close()
    {
        lock (_lock)
        {
            _readers.ForEach(reader => reader.Dispose());
            _readers.Clear();
        }
    }

    /// <summary>
    /// Compresses closed row groups, which the server's tuple mover would do within minutes. Open groups stay, as they would:
    /// with batches below 102,400 rows they receive all rows.
    /// </summary>
    private static void CompressClosedGroups(ISqlServerSession session, CancellationToken cancellation)
    {
        session.Execute($"ALTER INDEX ALL ON {SqlServerTable.Name} REORGANIZE");
        Waiting.Until(
            () =>
            {
                using var rows = session.Query(
                    $"SELECT COUNT_BIG(*) FROM sys.column_store_row_groups WHERE object_id = "
                    + $"OBJECT_ID({SqlServerTable.NameInText}) AND state_description IN (N'CLOSED', N'INVISIBLE')");
                return rows.Read() && rows.Int64() == 0;
            },
            TimeSpan.FromMilliseconds(100),
            ServerTimeouts.Quiet,
            () => new TargetException(
                $"The server still compresses row groups after {ServerTimeouts.Quiet.TotalMinutes:0} minutes: its figures would "
                + $"not be those of a quiet server."),
            cancellation);
    }

    /// <summary>Runs work that lasts as long as the server needs to become quiet.</summary>
    private void Run(string at, Action<ISqlServerSession> work, CancellationToken cancellation) => sessions.Run(at, session =>
    {
        work(session);
        return true;
    }, cancellation, ServerTimeouts.Quiet);
}
