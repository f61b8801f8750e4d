using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>One PostgreSQL server under one durability contract.</summary>
internal sealed class PostgresTarget : ITarget
{
    private static readonly TimeSpan QuietPatience = TimeSpan.FromMinutes(30);

    /// <summary>
    /// A checkpoint after a long trial outlasts any time-out of a request, and is followed by waiting for a quiet server.
    /// </summary>
    private static readonly TimeSpan SettlePatience = 2 * QuietPatience;

    private readonly DurabilityContract _contract;
    private readonly PostgresSessions _sessions;
    private readonly PostgresPath _path;
    private readonly PostgresStore _store;
    private readonly ServerLease<LocalServer>? _lease;
    private bool? _mayCheckpoint;
    private TrialTable? _table;
    private int? _postmaster;
    private long _logStart;

    private PostgresTarget(PostgresSessions sessions, DurabilityContract contract, PostgresPath path,
        ServerLease<LocalServer>? lease)
    {
        _sessions = sessions;
        _contract = contract;
        _path = path;
        _store = path.Store;
        _lease = lease;
    }

    public string AttachEndpoint => _sessions.Endpoint.WithoutPassword;

    /// <summary>Connects once, to see that the server is there and can keep the contract.</summary>
    /// <param name="endpoint">Where the server is.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="client">What writes.</param>
    /// <param name="timeout">The time that a request may take.</param>
    /// <param name="lease">The private server, or null.</param>
    /// <returns>The target; it then disposes the lease.</returns>
    /// <exception cref="TargetException">It is not, or cannot.</exception>
    /// <exception cref="ArgumentException">The endpoint holds a setting that the client does not know.</exception>
    public static PostgresTarget Connect(PostgresEndpoint endpoint, DurabilityContract contract, WriteClient client,
        TimeSpan timeout, ServerLease<LocalServer>? lease)
    {
        var sessions = new PostgresSessions(endpoint, timeout);
        try
        {
            var store = PostgresStore.Of(endpoint.TableOptions);
            if (lease is null)
            {
                PostgresProbe.Check(endpoint, timeout);
            }

            PostgresPath path = client.Name == WriteClient.Wire ? new WirePath(sessions, contract, store)
                : new PostgresDriverPath(sessions, contract, store);
            int? postmaster = sessions.Run("reading its settings", connection =>
            {
                PostgresSettings.Check(connection, contract);
                store.Check(connection);
                store.CheckContract(connection, contract);
                return PostmasterOf(connection, endpoint);
            });
            return new(sessions, contract, path, lease) { _postmaster = postmaster };
        }
        catch
        {
            sessions.Dispose();
            throw;
        }
    }

    public TargetDescription Describe(CancellationToken cancellation = default) => Deadline.Run(
        Deadline.OfVerb(_sessions.Timeout),
        Describe,
        () => new TargetException(
            $"PostgreSQL at {_sessions.Endpoint} does not finish with describing itself within "
            + $"{Deadline.OfVerb(_sessions.Timeout).TotalSeconds:0} s."));

    private TargetDescription Describe()
    {
        using var session = PostgresDriverSession.Open(_sessions, _contract);
        var settings = PostgresSettings.Read(session.Connection);
        if (_lease?.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        settings["table.autovacuum_enabled"] = "false";
        foreach (var (name, value) in _store.Describe(session.Connection))
        {
            settings[name] = value;
        }

        settings["settle"] = MayCheckpoint(session.Connection) ? "CHECKPOINT" : "WAL flush awaited (the role may not CHECKPOINT)";
        return new()
        {
            Database = "postgres",
            Client = _path.Client,
            ServerVersion = "PostgreSQL " + session.Connection.ServerVersion
                + (_store.Version(session.Connection) is { } version ? $", {_store.Extension} {version}" : string.Empty),
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Endpoint = _sessions.Endpoint.ToString(),
            Placement = _sessions.Endpoint.IsLocal ? "local" : "remote",
            Servers = _sessions.Endpoint.Host.StartsWith('/') ? []
                : [new DnsEndPoint(_sessions.Endpoint.Host, _sessions.Endpoint.Port)],
            Homes = _lease is not null && HomeFolder.Value(PostgresBinaries.Variable) is not null
                ? [new(PostgresBinaries.Variable, Folder: null)] : null,
            Configuration = PostgresSettings.Configuration(session.Connection),
            Settings = settings,
        };
    }

    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        EnsureRunning(cancellation);
        if (_store.Extension is not null)
        {
            _sessions.Run("making the extension", connection =>
            {
                _store.MakeExtension(connection);
                return true;
            });
        }

        _logStart = _sessions.Run("preparing the table", connection =>
        {
            PostgresSettings.Check(connection, _contract);
            _store.CheckContract(connection, _contract);
            _postmaster = PostmasterOf(connection, _sessions.Endpoint);
            Execute(connection, PostgresTable.Drop);
            Execute(connection, new PostgresTable(table.Schema).Create);
            _store.Make(connection);
            if (table.IsKeyed)
            {
                Execute(connection, _store.CreateKey);
            }

            // Every trial begins just after a checkpoint, so that each has the same share of them.
            Flush(connection, cancellation);
            return PostgresSpace.LogPosition(connection, _store);
        }, SettlePatience);
        Use(table);
    }

    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _logStart = _sessions.Run("attaching to the table", connection => PostgresSpace.LogPosition(connection, _store));
        Use(table);
    }

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        _path.OpenWriter(source, cancellation);

    public void Settle(CancellationToken cancellation)
    {
        EnsureRunning(cancellation);
        _sessions.Run("flushing to disk", connection =>
        {
            _store.Finish(connection, cancellation);
            Flush(connection, cancellation);
            AwaitQuiet(connection, cancellation);
            return true;
        }, SettlePatience);
    }

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        _sessions.Run("measuring its disk space",
            connection => PostgresSpace.Measure(connection, _store, _logStart, _sessions.Endpoint.IsLocal));

    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        EnsureRunning(cancellation);
        PostgresAudit.Run(_sessions, new(Table.Schema), _store.HasPages, audit, cancellation);
    }

    public void Clean(CancellationToken cancellation = default)
    {
        _sessions.Run("dropping the table", connection => Execute(connection, PostgresTable.Drop));
        _table = null;
    }

    public IReadOnlyList<int> ServerProcesses() => _postmaster is { } postmaster ? PostgresProcesses.WithChildren(postmaster)
        : [];

    public void Dispose()
    {
        _path.Dispose();
        _sessions.Dispose();
        _lease?.Dispose();
    }

    public string? ServerFault => _lease is null ? null
        : ServerFaults.Of("PostgreSQL", _lease.Server.IsRunning, _lease.Server.Folder);

    private TrialTable Table => _table ?? throw new InvalidOperationException("Prepare or Attach comes first.");

    /// <summary>
    /// Asked of the server once a trial: a connection every second would show in its CPU time, and a server may not answer.
    /// </summary>
    private static int? PostmasterOf(NpgsqlConnection connection, PostgresEndpoint endpoint)
    {
        if (!endpoint.IsLocal || !Directory.Exists("/proc/self"))
        {
            return null;
        }

        using var command = new NpgsqlCommand("SELECT pg_backend_pid()", connection);
        return PostgresProcesses.PostmasterOf((int)command.ExecuteScalar()!);
    }

    /// <summary>Starts a private server again that died.</summary>
    private void EnsureRunning(CancellationToken cancellation) => _lease?.Server.EnsureRunning(cancellation);

    private void Use(TrialTable table)
    {
        _table = table;
        _path.Use(table);
    }

    private static int Execute(NpgsqlConnection connection, string sql)
    {
        using var command = new NpgsqlCommand(sql, connection);
        return command.ExecuteNonQuery();
    }

    private void Flush(NpgsqlConnection connection, CancellationToken cancellation)
    {
        if (MayCheckpoint(connection))
        {
            // As long as it takes: a checkpoint after a long trial can outlast any timeout of a request.
            using var command = new NpgsqlCommand(_store.Checkpoint, connection) { CommandTimeout = 0 };

            // Cancelling connects to the server: on another thread, so that whoever cancels does not wait for one that does not
            // answer.
            using var registration = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => Cancel(command)));
            try
            {
                command.ExecuteNonQuery();
            }
            catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.QueryCanceled
                && cancellation.IsCancellationRequested)
            {
                throw new OperationCanceledException("The checkpoint was not waited for.", e, cancellation);
            }
        }
        else
        {
            Await(connection, "SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()", "flushes its log",
                cancellation);
        }
    }

    /// <summary>
    /// The command may have ended, and its connection with it, before its cancellation was sent: on this thread nobody would
    /// catch that.
    /// </summary>
    private static void Cancel(NpgsqlCommand command)
    {
        try
        {
            command.Cancel();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e) || e is NullReferenceException)
        {
            // Nothing is left to cancel. Npgsql 10.0.0 throws a NullReferenceException when its connection is being closed
            // meanwhile.
        }
    }

    private void AwaitQuiet(NpgsqlConnection connection, CancellationToken cancellation) =>
        Await(
            connection,
            "SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = current_database()",
            "vacuums the database",
            cancellation);

    private void Await(NpgsqlConnection connection, string condition, string work, CancellationToken cancellation)
    {
        using var command = new NpgsqlCommand(condition, connection);
        Waiting.Until(
            () => (bool)command.ExecuteScalar()!,
            TimeSpan.FromMilliseconds(20),
            QuietPatience,
            () => new TargetException(
                $"PostgreSQL at {_sessions.Endpoint} still {work} after {QuietPatience.TotalMinutes:0} minutes: its figures "
                + $"would not be those of a quiet server."),
            cancellation);
    }

    // pg_checkpoint exists since version 15; before, only a superuser may.
    private bool MayCheckpoint(NpgsqlConnection connection)
    {
        if (_mayCheckpoint is null)
        {
            using var command = new NpgsqlCommand(
                "SELECT current_setting('is_superuser') = 'on' OR EXISTS (SELECT FROM pg_roles "
                + "WHERE rolname = 'pg_checkpoint' AND pg_has_role(current_user, oid, 'USAGE'))",
                connection);
            _mayCheckpoint = (bool)command.ExecuteScalar()!;
        }

        return _mayCheckpoint.Value;
    }
}
