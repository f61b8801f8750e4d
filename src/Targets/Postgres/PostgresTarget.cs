using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// A table of a PostgreSQL server, open as a target. <see cref="PostgresDefinition"/> opens it, and trials, source processes,
/// <c>verify</c> and <c>serve</c> call it. Prepare and Clean drop the table with its data, and nothing else. For <c>serve</c> it
/// creates a missing table, and never drops or alters one. Writers send by the chosen client, and everything else goes through
/// Npgsql.
/// </summary>
/// <remarks>
/// A trial's table has no autovacuum. Prepare and Settle run a <c>CHECKPOINT</c> of the whole server where the role may, else
/// they wait until the log is flushed.
/// </remarks>
/// <param name="opening">The server and how to use it.</param>
/// <param name="sessions">Opens Npgsql's connections. The target disposes it.</param>
/// <param name="store">The kind of table.</param>
/// <param name="wire">How the wire client connects. Null if the driver writes.</param>
internal sealed class PostgresTarget(ServerOpening opening, PostgresSessions sessions, PostgresStore store,
    PgConnectionOptions? wire) : ServerTarget<PostgresTable>(opening)
{
    /// <summary>Timeout of Prepare, AddValues and Settle, which may wait for a checkpoint, a lock or a quiet server.</summary>
    private static readonly TimeSpan LongTimeout = 2 * ServerTimeouts.Quiet;

    private bool? _mayCheckpoint;
    private int? _postmaster;

    // Position in the write-ahead log when the trial began, in bytes.
    private long _logStart;

    /// <inheritdoc/>
    public override IReadOnlyList<int> ServerProcesses() =>
        (PrivateServer is null ? _postmaster : PrivateServer.Processes.Cast<int?>().FirstOrDefault()) is { } postmaster
            ? PostgresProcesses.WithChildren(postmaster) : [];

    /// <inheritdoc/>
    public override ISourceNames SourceNames => new PostgresSourceNames(sessions);

    /// <inheritdoc/>
    protected override ITimeQueries Questions(CancellationToken cancellation) =>
        new PostgresTimeQueries(sessions, Table.Trial.Schema, cancellation);

    /// <inheritdoc/>
    protected override string Client => wire is null ? WriteClient.Driver : WriteClient.Wire;

    /// <inheritdoc/>
    protected override string Program => wire is null ? $"Npgsql {BuildStamp.Of(typeof(NpgsqlConnection)).Number}" : base.Program;

    /// <summary>
    /// Finds the server's process on this machine, when the target is opened and again in each Prepare: a connection every second
    /// would cost the server CPU time, and the server may not answer.
    /// </summary>
    /// <param name="connection">A session.</param>
    public void FindProcess(NpgsqlConnection connection) =>
        _postmaster = PrivateServer is null && Opening.Address.IsLocal && Directory.Exists("/proc/self")
            ? PostgresProcesses.PostmasterOf((int)connection.Scalar("SELECT pg_backend_pid()")!) : null;

    /// <inheritdoc/>
    protected override PostgresTable TableOf(TrialTable table) => new(table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation) =>
        DriverCalls.Run(Deadline.OfVerb(sessions.Timeout), () =>
        {
            using var session = PostgresDriverSession.Open(sessions, Opening.Contract);
            var connection = session.Connection;
            foreach (var (name, value) in PostgresSettings.Read(connection))
            {
                settings[name] = value;
            }

            settings["table.autovacuum_enabled"] = "false";
            foreach (var (name, value) in store.Describe(connection))
            {
                settings[name] = value;
            }

            settings["settle"] = MayCheckpoint(connection) ? "CHECKPOINT" : "WAL flush awaited (the role may not CHECKPOINT)";
            return new ServerFacts(
                "PostgreSQL " + connection.ServerVersion
                    + (store.Version(connection) is { } version ? $", {store.Extension} {version}" : string.Empty),
                wire is null ? null : "PostgreSQL protocol 3.0")
            {
                Configuration = PostgresSettings.Configuration(connection),
                Repeats = Repeats.KeepsBoth,
                ChangingSettings = store.ChangingSettings,
                NoKeyReason = store.NoKeyReason,
            };
        });

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation)
    {
        if (store.Extension is not null)
        {
            // The extension wants a new session, and the session that is used next must have loaded its library.
            sessions.CloseIdle();
            Run(store.MakeExtension);
            sessions.CloseIdle();
        }

        Run(connection =>
        {
            PostgresSettings.Check(connection, Opening.Contract);
            store.CheckContract(connection, Opening.Contract);
            FindProcess(connection);
            connection.Execute(PostgresTable.Drop);
            connection.Execute(Table.Create);
            store.Make(connection, Table.Trial.Schema);
            if (Table.Trial.HasKey)
            {
                connection.Execute(store.CreateKey);
            }

            if (Table.Trial.HasTimeIndex)
            {
                connection.Execute(PostgresTable.CreateTimeIndex);
            }

            if (Table.Trial.Schema.HasSeries)
            {
                connection.Execute(PostgresTable.CreateSeriesIndex);
            }

            // Every trial starts just after a checkpoint, so that each has the same share of them.
            Flush(connection, cancellation);
        }, LongTimeout);
    }

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation) => Run(connection =>
    {
        if (store.Extension is { } extension)
        {
            throw new TargetException(
                $"A table of {extension} has no unique key on source and sequence number, so it cannot be served; leave store out of --endpoint.");
        }

        PostgresSettings.Check(connection, Opening.Contract);
        FindProcess(connection);
        PostgresServedTable.Ensure(connection, Table);
    });

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) =>
        _logStart = sessions.Run(connection => PostgresSpace.LogPosition(connection, store));

    /// <inheritdoc/>
    protected override void Widen(PostgresTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        Run(connection =>
        {
            using var command = new NpgsqlCommand(PostgresTable.Add(added), connection);
            Execute(command, cancellation);
        }, LongTimeout);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new PostgresWriter(sessions, store, Table, OpenSession);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => Run(connection =>
    {
        store.Finish(connection, cancellation);
        Flush(connection, cancellation);
        Await(
            connection,
            "SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = current_database()",
            "vacuums the database",
            cancellation);
    }, LongTimeout);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation) =>
        sessions.Run(connection => PostgresSpace.Measure(connection, store, _logStart, Opening.Address.IsLocal));

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) =>
        PostgresAudit.Run(sessions, Table, store.HasPages, audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation) => Run(connection => connection.Execute(PostgresTable.Drop));

    /// <inheritdoc/>
    protected override void Close() => sessions.Dispose();

    private IPostgresSession OpenSession() => wire is null
        ? PostgresDriverSession.Open(sessions, Opening.Contract)
        : PostgresWireSession.Enforce(PgConnection.Open(wire), sessions, Opening.Contract);

    private void Run(Action<NpgsqlConnection> work, TimeSpan? limit = null) => sessions.Run(connection =>
    {
        work(connection);
        return true;
    }, limit);

    private void Flush(NpgsqlConnection connection, CancellationToken cancellation)
    {
        if (!MayCheckpoint(connection))
        {
            Await(connection, "SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()", "flushes its log",
                cancellation);
            return;
        }

        // No timeout: a checkpoint after a long trial can outlast any timeout of a request.
        using var command = new NpgsqlCommand(store.Checkpoint, connection) { CommandTimeout = 0 };
        Execute(command, cancellation);
    }

    /// <summary>Executes a command that the server may take long for, and ends it there after a cancellation.</summary>
    private static void Execute(NpgsqlCommand command, CancellationToken cancellation)
    {
        // Cancelling connects to the server. It runs on another thread, so that the caller does not wait for a silent server.
        using (cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => Cancel(command))))
        {
            command.ExecuteNonQuery();
        }

        // A late cancel would hit the session's next statement: after this exception the session has none.
        cancellation.ThrowIfCancellationRequested();
    }

    /// <summary>
    /// Cancels a command on a thread of its pool, where nothing would catch an exception: command and connection may have ended
    /// before.
    /// </summary>
    private static void Cancel(NpgsqlCommand command)
    {
        try
        {
            command.Cancel();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e) || e is NullReferenceException)
        {
            // Nothing is left to cancel. Npgsql 10.0.0 throws a NullReferenceException if its connection closes meanwhile.
        }
    }

    private static void Await(NpgsqlConnection connection, string condition, string work, CancellationToken cancellation) =>
        Waiting.Until(
            () => (bool)connection.Scalar(condition)!,
            TimeSpan.FromMilliseconds(20),
            ServerTimeouts.Quiet,
            () => new TargetException(
                $"PostgreSQL still {work} after {ServerTimeouts.Quiet.TotalMinutes:0} minutes: its figures would not be those of a "
                + $"quiet server."),
            cancellation);

    // pg_checkpoint exists since version 15. Before, only a superuser may run a checkpoint.
    private bool MayCheckpoint(NpgsqlConnection connection) => _mayCheckpoint ??= (bool)connection.Scalar(
        "SELECT current_setting('is_superuser') = 'on' OR EXISTS (SELECT FROM pg_roles "
        + "WHERE rolname = 'pg_checkpoint' AND pg_has_role(current_user, oid, 'USAGE'))")!;
}
