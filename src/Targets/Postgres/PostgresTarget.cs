using System.Diagnostics;
using DbIngest.Core.Audit;
using DbIngest.Core.Targets;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>One PostgreSQL server under one durability contract.</summary>
internal sealed class PostgresTarget : ITarget
{
    private static readonly TimeSpan QuietPatience = TimeSpan.FromSeconds(60);

    private readonly DurabilityContract _contract;
    private readonly PostgresSessions _sessions;
    private readonly LocalServerLease? _lease;
    private bool? _mayCheckpoint;
    private TrialTable? _table;
    private int? _postmaster;
    private string _logStart = "0/0";

    private PostgresTarget(PostgresSessions sessions, DurabilityContract contract, LocalServerLease? lease)
    {
        _sessions = sessions;
        _contract = contract;
        _lease = lease;
    }

    public string AttachEndpoint => _sessions.Endpoint.WithoutPassword;

    /// <summary>Connects once, to see that the server is there and can keep the contract.</summary>
    /// <param name="endpoint">Where the server is.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="options">The time that a request may take.</param>
    /// <param name="lease">The server of our own, or null.</param>
    /// <returns>The target; it then disposes the lease.</returns>
    /// <exception cref="TargetException">It is not, or cannot.</exception>
    public static PostgresTarget Connect(PostgresEndpoint endpoint, DurabilityContract contract, TargetOptions options, LocalServerLease? lease)
    {
        bool writesByWire = !string.Equals(options.Client, PostgresDefinition.DriverClient, StringComparison.OrdinalIgnoreCase);
        var sessions = new PostgresSessions(endpoint, options.RequestTimeout, writesByWire);
        try
        {
            sessions.Run("reading its settings", connection =>
            {
                PostgresSettings.Check(connection, contract);
                return true;
            });
            return new(sessions, contract, lease);
        }
        catch
        {
            sessions.Dispose();
            throw;
        }
    }

    public TargetDescription Describe()
    {
        using var session = DriverSession.Open(_sessions, _contract);
        var settings = PostgresSettings.Read(session.Connection);
        settings["table.autovacuum_enabled"] = "false";
        settings["table.indexes"] = "none";
        settings["settle"] = MayCheckpoint(session.Connection) ? "CHECKPOINT" : "WAL flush awaited (the role may not CHECKPOINT)";
        return new()
        {
            Database = "postgres",
            Client = _sessions.Client,
            ServerVersion = "PostgreSQL " + session.Connection.ServerVersion,
            DriverVersion = _sessions.Client == PostgresDefinition.WireClient
                ? $"DbIngest {Version(typeof(PgConnection))}, PostgreSQL protocol 3.0"
                : $"Npgsql {Version(typeof(NpgsqlConnection))}",
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Endpoint = _sessions.Endpoint.ToString(),
            Placement = _sessions.Endpoint.IsLocal ? "local" : "remote",
            Configuration = PostgresSettings.Configuration(session.Connection),
            Settings = settings,
        };
    }

    public void Prepare(TrialTable table)
    {
        _lease?.Server.EnsureRunning();
        _logStart = _sessions.Run("preparing the table", connection =>
        {
            PostgresSettings.Check(connection, _contract);
            Execute(connection, PostgresTable.Drop);
            Execute(connection, new PostgresTable(table.Schema).Create);

            // Every trial begins just after a checkpoint, so that each has the same share of them.
            Flush(connection, CancellationToken.None);
            return PostgresSpace.LogPosition(connection);
        });
        _table = table;
    }

    public void Attach(TrialTable table)
    {
        _logStart = _sessions.Run("attaching to the table", PostgresSpace.LogPosition);
        _table = table;
    }

    public IBatchWriter OpenWriter(int source) => new PostgresWriter(_sessions, _contract, Table.Schema);

    public void Settle(CancellationToken cancellation) => _sessions.Run("flushing to disk", connection =>
    {
        Flush(connection, cancellation);
        AwaitQuiet(connection, cancellation);
        return true;
    });

    public DiskSpace MeasureSpace() =>
        _sessions.Run("measuring its disk space", connection => PostgresSpace.Measure(connection, _logStart, _sessions.Endpoint.IsLocal));

    public void Audit(StoredContent audit, CancellationToken cancellation) =>
        PostgresAudit.Run(_sessions, new(Table.Schema), audit, cancellation);

    public void Clean()
    {
        _sessions.Run("dropping the table", connection => Execute(connection, PostgresTable.Drop));
        _table = null;
    }

    public IReadOnlyList<int> ServerProcesses()
    {
        if (!_sessions.Endpoint.IsLocal || !Directory.Exists("/proc/self"))
        {
            return [];
        }

        // Asked of the server once: a connection every second would show in its CPU time. A server that was started again is asked again.
        if (_postmaster is { } known && PostgresProcesses.WithChildren(known) is { Count: > 0 } processes)
        {
            return processes;
        }

        _postmaster = _sessions.Run("asking for its processes", connection =>
        {
            using var command = new NpgsqlCommand("SELECT pg_backend_pid()", connection);
            return PostgresProcesses.PostmasterOf((int)command.ExecuteScalar()!);
        });
        return _postmaster is { } postmaster ? PostgresProcesses.WithChildren(postmaster) : [];
    }

    public void Dispose()
    {
        _sessions.Dispose();
        _lease?.Dispose();
    }

    private TrialTable Table => _table ?? throw new InvalidOperationException("Prepare or Attach comes first.");

    private static string Version(Type type) =>
        FileVersionInfo.GetVersionInfo(type.Assembly.Location).ProductVersion!.Split('+')[0];

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
            using var command = new NpgsqlCommand("CHECKPOINT", connection) { CommandTimeout = 0 };
            using var registration = cancellation.Register(command.Cancel);
            try
            {
                command.ExecuteNonQuery();
            }
            catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.QueryCanceled && cancellation.IsCancellationRequested)
            {
                // The waiting was to end early.
            }
        }
        else
        {
            Await(connection, "SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()", cancellation);
        }
    }

    private static void AwaitQuiet(NpgsqlConnection connection, CancellationToken cancellation) =>
        Await(
            connection,
            "SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = current_database()",
            cancellation);

    private static void Await(NpgsqlConnection connection, string condition, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        using var command = new NpgsqlCommand(condition, connection);
        while (!(bool)command.ExecuteScalar()! && Stopwatch.GetElapsedTime(started) < QuietPatience)
        {
            if (cancellation.WaitHandle.WaitOne(20))
            {
                return;
            }
        }
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
