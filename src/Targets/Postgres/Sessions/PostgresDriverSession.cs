using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>Writes through Npgsql's raw COPY stream: <c>--client driver</c>.</summary>
internal sealed class PostgresDriverSession : IPostgresSession
{
    private readonly StreamBuffer _buffer = new(PostgresEndpoint.DriverBufferBytes - StreamBuffer.MessageHeaderBytes);
    private readonly int _timeoutMs;
    private NpgsqlRawCopyStream? _stream;
    private PostgresDriverKeyed? _keyed;

    private PostgresDriverSession(NpgsqlConnection connection, PostgresBackend backend, TimeSpan timeout)
    {
        Connection = connection;
        Backend = backend;
        _timeoutMs = (int)Math.Clamp(timeout.TotalMilliseconds, 1, int.MaxValue);
    }

    public NpgsqlConnection Connection { get; }

    public PostgresBackend Backend { get; }

    public bool IsCompleting { get; private set; }

    /// <summary>Connects and puts the contract in force.</summary>
    /// <param name="sessions">Where to connect.</param>
    /// <param name="contract">The contract.</param>
    /// <returns>The session.</returns>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    /// <exception cref="TargetException">The server does not keep the durability level.</exception>
    public static PostgresDriverSession Open(PostgresSessions sessions, DurabilityContract contract)
    {
        var connection = sessions.Open();
        try
        {
            var backend = sessions.Enforce(contract, sql =>
            {
                using var command = new NpgsqlCommand(sql, connection);
                using var reader = command.ExecuteReader();
                reader.Read();
                return (reader.GetString(0), new(reader.GetInt32(1), reader.GetInt64(2)));
            });
            return new(connection, backend, sessions.Timeout);
        }
        catch (Exception e)
        {
            connection.Dispose();
            if (DriverCalls.IsFailure(e))
            {
                throw new DriverException(e);
            }

            throw;
        }
    }

    public long? Copy(RecordBatch batch, CopyEncoder encoder)
    {
        IsCompleting = false;
        _stream = Connection.BeginRawBinaryCopy(PostgresTable.CopyIn);
        _stream.WriteTimeout = _timeoutMs;
        _stream.ReadTimeout = _timeoutMs;
        _buffer.Target = _stream;
        encoder.WriteTo(batch, _buffer);
        _buffer.Flush();

        // Sends the last of the data and CopyDone, and waits for CommandComplete.
        IsCompleting = true;
        _stream.Dispose();
        _stream = null;
        return null;
    }

    public IPostgresKeyed Keyed(PostgresTable table) => _keyed ??= new PostgresDriverKeyed(Connection, table);

    public void Dispose()
    {
        try
        {
            // A COPY that is not complete is failed first: disposing its stream would commit what was sent of it.
            if (!IsCompleting)
            {
                _stream?.Cancel();
            }
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // The connection is gone, and the transaction with it.
        }

        try
        {
            Connection.Dispose();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // Nothing is left to close.
        }
    }
}
