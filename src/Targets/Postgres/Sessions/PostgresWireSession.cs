using System.Globalization;
using System.Net.Sockets;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Writes batches through DbIngest's own protocol client over a blocking socket, for <c>--client wire</c>.
/// <c>PostgresTarget</c> opens one for a writer, which owns it and drops it after a failure. One thread at a time calls it. It
/// allocates nothing per record.
/// </summary>
internal sealed class PostgresWireSession : IPostgresSession
{
    private readonly PgConnection _connection;
    private PostgresWireKeyed? _keyed;

    private PostgresWireSession(PgConnection connection, PostgresBackend backend)
    {
        _connection = connection;
        Backend = backend;
    }

    public PostgresBackend Backend { get; }

    public bool IsCompleting { get; private set; }

    /// <summary>The socket on which answers arrive.</summary>
    public Socket? Socket => _connection.Socket;

    /// <summary>True if the connection is lost, or the answer under way has exceeded the request timeout.</summary>
    public bool IsOverdue => _connection.IsOverdue;

    /// <summary>Takes ownership of a connection and sets its durability level.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="sessions">The server, for messages.</param>
    /// <param name="contract">The durability level.</param>
    /// <returns>The session.</returns>
    /// <exception cref="TargetException">The server does not keep the durability level.</exception>
    public static PostgresWireSession Enforce(PgConnection connection, PostgresSessions sessions, DurabilityContract contract)
    {
        try
        {
            var backend = sessions.Enforce(contract, sql =>
            {
                var row = connection.Query(sql)[0];
                return (row[0]!,
                    new(int.Parse(row[1]!, CultureInfo.InvariantCulture), long.Parse(row[2]!, CultureInfo.InvariantCulture)));
            });
            return new(connection, backend);
        }
        catch
        {
            connection.Close();
            throw;
        }
    }

    public long? Copy(RecordBatch batch, CopyEncoder encoder, string statement)
    {
        IsCompleting = false;
        var copy = _connection.CopyIn(statement);
        encoder.WriteTo(batch, copy);
        IsCompleting = true;
        return copy.Complete();
    }

    public IReadOnlyList<string?[]> Query(string sql) => _connection.Query(sql);

    public IKeyedInstants Keyed(PostgresTable table) => WireKeyed(table);

    /// <summary>As <see cref="Keyed"/>, with the calls in two halves.</summary>
    public PostgresWireKeyed WireKeyed(PostgresTable table) => _keyed ??= new PostgresWireKeyed(_connection, table);

    public void Dispose() => _connection.Close();
}
