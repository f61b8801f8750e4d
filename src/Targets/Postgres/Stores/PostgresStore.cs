using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres.Stores;

/// <summary>
/// The kind of table: PostgreSQL's own, or one of an extension that stores rows differently behind the same protocol.
/// <c>PostgresDefinition</c> chooses it by the endpoint, and the target creates, settles and measures the table through it.
/// <c>PostgresWriter</c> calls <see cref="EndBehind"/> after a loss. It must not write rows.
/// </summary>
internal abstract class PostgresStore
{
    /// <summary>The extension that creates the table. Null for none.</summary>
    public virtual string? Extension => null;

    /// <summary>Why a service (<c>serve</c>) cannot use the table. Null if it can.</summary>
    public virtual EndpointLimit? Limit => null;

    /// <summary>True if parts of the table can be read by pages.</summary>
    public virtual bool HasPages => false;

    /// <summary>Statement that creates the index by which a mix finds single records. Not unique for every kind.</summary>
    public virtual string CreateKey => PostgresTable.CreateKey;

    /// <summary>Why that index is not unique, as a sentence without its full stop. Null if it is.</summary>
    public virtual string? NoKeyReason => null;

    /// <summary>Two expressions for a SELECT: bytes of the data, and bytes of the indexes.</summary>
    public abstract string SpaceColumns { get; }

    /// <summary>
    /// Expression for the position of the write-ahead logs, in bytes, of all servers that store parts of the table.
    /// </summary>
    public virtual string LogBytes => "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8";

    /// <summary>Statement that makes the servers write their changed pages.</summary>
    public virtual string Checkpoint => "CHECKPOINT";

    /// <summary>Names of those settings of <see cref="Describe"/> that trials change.</summary>
    public virtual IReadOnlyList<string> ChangingSettings => [];

    /// <summary>The kind of table that an endpoint asks for.</summary>
    /// <param name="values">Options of the endpoint.</param>
    /// <exception cref="ArgumentException">An option belongs to another kind.</exception>
    public static PostgresStore Of(EndpointValues values)
    {
        string name = values.Text("store")!;
        foreach (string option in values.Given.Keys)
        {
            string? of = option switch { "chunk" or "compression" => "timescale", "shards" => "citus", _ => null };
            if (of is not null && of != name)
            {
                throw new ArgumentException($"--endpoint: {option} is for store={of}.");
            }
        }

        return name switch
        {
            "timescale" => new TimescaleStore(values.Text("chunk")!, values.Flag("compression")),
            "citus" => new CitusStore(values.Number("shards")!.Value),
            _ => new HeapStore(),
        };
    }

    /// <summary>Settings with which a private server must start.</summary>
    /// <param name="extension">The extension. Null for none.</param>
    /// <param name="socketFolder">Folder of the server's socket.</param>
    public static IReadOnlyList<(string Name, string Value)> ServerSettings(string? extension, string socketFolder) =>
        extension switch
        {
            null => [],
            CitusStore.Name => CitusStore.Settings(socketFolder),
            _ => TimescaleStore.Settings,
        };

    /// <summary>Refuses a server that cannot create such a table.</summary>
    /// <param name="connection">A session.</param>
    /// <exception cref="TargetException">The extension is not available.</exception>
    public void Check(NpgsqlConnection connection)
    {
        if (Extension is { } extension
            && connection.Scalar($"SELECT default_version FROM pg_available_extensions WHERE name = '{extension}'") is null)
        {
            throw new TargetException(
                $"The server does not have the extension {extension}: install it for this server, and name it in its "
                + $"shared_preload_libraries, or leave store out of --endpoint.");
        }
    }

    /// <summary>Creates the extension, on a separate session, since some extensions must come before anything else.</summary>
    /// <param name="connection">A new session.</param>
    public void MakeExtension(NpgsqlConnection connection)
    {
        if (Extension is { } extension)
        {
            connection.Execute($"CREATE EXTENSION IF NOT EXISTS {extension}");
        }
    }

    /// <summary>Refuses a server whose work behind the session does not keep a durability level.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="contract">The durability level.</param>
    /// <exception cref="TargetException">The level is not kept.</exception>
    public virtual void CheckContract(NpgsqlConnection connection, DurabilityContract contract)
    {
    }

    /// <summary>Turns an empty table into one of this kind.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="schema">The values of a record.</param>
    public virtual void Make(NpgsqlConnection connection, RecordSchema schema)
    {
    }

    /// <summary>Runs the deferred work of the kind, such as compression. Settling calls it.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="cancellation">Cancels the work.</param>
    public virtual void Finish(NpgsqlConnection connection, CancellationToken cancellation)
    {
    }

    /// <summary>
    /// Waits until no part of a lost session's work can still arrive from other servers, or be committed there.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="lost">The ended server process of the lost session. Null if it had none.</param>
    /// <param name="timeout">Longest wait.</param>
    /// <exception cref="BatchWriteException">Some work can still arrive.</exception>
    public virtual void EndBehind(NpgsqlConnection connection, PostgresBackend? lost, TimeSpan timeout)
    {
    }

    /// <summary>Settings of the kind that influence figures.</summary>
    /// <param name="connection">A session.</param>
    public abstract IEnumerable<(string Name, string Value)> Describe(NpgsqlConnection connection);

    /// <summary>The extension's version. Null before it exists.</summary>
    /// <param name="connection">A session.</param>
    public string? Version(NpgsqlConnection connection) => Extension is null
        ? null
        : (string?)connection.Scalar(
            $"SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = '{Extension}'), (SELECT default_version "
            + $"FROM pg_available_extensions WHERE name = '{Extension}'))");
}
