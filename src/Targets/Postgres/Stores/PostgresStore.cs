using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres.Stores;

/// <summary>
/// What a table of the server is: one of its own, or one of an extension that stores rows in another way behind the same
/// protocol.
/// </summary>
internal abstract class PostgresStore
{
    /// <summary>The extension that it is made by; null for none.</summary>
    public virtual string? Extension => null;

    /// <summary>Whether the table has pages of its own, so that a part of it can be read by them.</summary>
    public virtual bool HasPages => false;

    /// <summary>The key by which a mix of operations finds single records.</summary>
    public virtual string CreateKey => PostgresTable.CreateKey;

    /// <summary>The columns <c>data</c> and <c>index</c> of a query: bytes.</summary>
    public abstract string SpaceColumns { get; }

    /// <summary>An expression for how far the write-ahead log is, in bytes: of all servers that have part of the table.</summary>
    public virtual string LogBytes => "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8";

    /// <summary>What makes the servers write their changed pages.</summary>
    public virtual string Checkpoint => "CHECKPOINT";

    /// <summary>The store that an endpoint asks for.</summary>
    /// <param name="values">Its options.</param>
    /// <exception cref="ArgumentException">An option of another store is given.</exception>
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

    /// <summary>What a server of the run needs to be started with.</summary>
    /// <param name="extension">The extension; null for none.</param>
    /// <param name="socketFolder">Where the server listens.</param>
    public static IReadOnlyList<(string Name, string Value)> ServerSettings(string? extension, string socketFolder) =>
        extension switch
        {
            null => [],
            CitusStore.Name => CitusStore.Settings(socketFolder),
            _ => TimescaleStore.Settings,
        };

    /// <summary>Refuses a server that cannot have such a table.</summary>
    /// <param name="connection">A session.</param>
    /// <exception cref="TargetException">It cannot.</exception>
    public void Check(NpgsqlConnection connection)
    {
        if (Extension is { } extension
            && Scalar(connection, $"SELECT default_version FROM pg_available_extensions WHERE name = '{extension}'") is null)
        {
            throw new TargetException(
                $"The server does not have the extension {extension}: install it for this server, and name it in its "
                + $"shared_preload_libraries, or leave store out of --endpoint.");
        }
    }

    /// <summary>
    /// Makes what the table needs to be there first. On a session of its own: some extensions must come before anything else.
    /// </summary>
    /// <param name="connection">The session.</param>
    public void MakeExtension(NpgsqlConnection connection)
    {
        if (Extension is { } extension)
        {
            Execute(connection, $"CREATE EXTENSION IF NOT EXISTS {extension}");
        }
    }

    /// <summary>Refuses a server that does not keep a contract in what it does for the table behind the session.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="contract">The contract.</param>
    /// <exception cref="TargetException">It does not.</exception>
    public virtual void CheckContract(NpgsqlConnection connection, DurabilityContract contract)
    {
    }

    /// <summary>Makes an empty table one of the store's.</summary>
    /// <param name="connection">A session.</param>
    public virtual void Make(NpgsqlConnection connection)
    {
    }

    /// <summary>Does what the store puts off until there is time for it.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="cancellation">Ends it early.</param>
    public virtual void Finish(NpgsqlConnection connection, CancellationToken cancellation)
    {
    }

    /// <summary>
    /// Makes sure that nothing of a lost session can arrive any more that is at work on other servers, or waits there to be
    /// decided on.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="lost">The server process of the lost session, which is gone; null where there was none.</param>
    /// <param name="timeout">How long to wait.</param>
    /// <exception cref="BatchWriteException">Something still can.</exception>
    public virtual void EndBehind(NpgsqlConnection connection, PostgresBackend? lost, TimeSpan timeout)
    {
    }

    /// <summary>What bears on the figures.</summary>
    /// <param name="connection">A session.</param>
    public abstract IEnumerable<(string Name, string Value)> Describe(NpgsqlConnection connection);

    /// <summary>The extension's version; null where there is none yet.</summary>
    /// <param name="connection">A session.</param>
    public string? Version(NpgsqlConnection connection) => Extension is null
        ? null
        : (string?)Scalar(connection,
            $"SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = '{Extension}'), (SELECT default_version "
            + $"FROM pg_available_extensions WHERE name = '{Extension}'))");

    /// <summary>Runs a statement.</summary>
    protected static void Execute(NpgsqlConnection connection, string sql)
    {
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    /// <summary>Asks for one value; null for NULL and for none.</summary>
    protected static object? Scalar(NpgsqlConnection connection, string sql)
    {
        using var command = new NpgsqlCommand(sql, connection);
        return command.ExecuteScalar() is { } value and not DBNull ? value : null;
    }
}
