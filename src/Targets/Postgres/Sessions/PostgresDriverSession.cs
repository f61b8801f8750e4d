using System.Buffers;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Writes batches through Npgsql's raw COPY stream, for <c>--client driver</c>. A writer owns one, and one thread at a time calls
/// it. <c>PostgresTarget</c> also opens one to describe the server under the durability level. It must cancel an unfinished COPY
/// before it disposes the stream, because disposing commits.
/// </summary>
internal sealed class PostgresDriverSession : IPostgresSession
{
    private readonly StreamBuffer _buffer = new(PostgresEndpoint.DriverBufferBytes - StreamBuffer.MessageHeaderBytes);
    private readonly int _timeoutMs;
    private ArrayBufferWriter<byte>? _whole;
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

    /// <summary>Connects and sets the durability level.</summary>
    /// <param name="sessions">Connects.</param>
    /// <param name="contract">The durability level.</param>
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

    public long? Copy(RecordBatch batch, CopyEncoder encoder, string statement)
    {
        IsCompleting = false;
        _stream = Connection.BeginRawBinaryCopy(statement);
        _stream.WriteTimeout = _timeoutMs;
        _stream.ReadTimeout = _timeoutMs;
        _buffer.Target = _stream;
        encoder.WriteTo(batch, _buffer);
        _buffer.Flush();

        // Sends the rest of the data and CopyDone, and waits for CommandComplete.
        IsCompleting = true;
        _stream.Dispose();
        _stream = null;
        return null;
    }

    /// <summary>As <see cref="Copy"/>, without holding a thread. The batch is encoded as a whole first.</summary>
    public async ValueTask CopyAsync(RecordBatch batch, CopyEncoder encoder, string statement)
    {
        IsCompleting = false;
        _whole ??= new();
        _whole.ResetWrittenCount();
        encoder.WriteTo(batch, _whole);
        _stream = await Connection.BeginRawBinaryCopyAsync(statement).ConfigureAwait(false);
        _stream.WriteTimeout = _timeoutMs;
        _stream.ReadTimeout = _timeoutMs;
        await _stream.WriteAsync(_whole.WrittenMemory).ConfigureAwait(false);
        IsCompleting = true;
        await _stream.DisposeAsync().ConfigureAwait(false);
        _stream = null;
    }

    public IReadOnlyList<string?[]> Query(string sql)
    {
        using var command = new NpgsqlCommand(sql, Connection);
        using var reader = command.ExecuteReader();
        var rows = new List<string?[]>();
        while (reader.Read())
        {
            rows.Add([.. Enumerable.Range(0, reader.FieldCount)
                .Select(i => reader.IsDBNull(i) ? null : Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture))]);
        }

        return rows;
    }

    public IKeyedInstants Keyed(PostgresTable table) => MongoKeyed(table);

    /// <summary>As <see cref="Keyed"/>, with asynchronous calls as well.</summary>
    public PostgresDriverKeyed MongoKeyed(PostgresTable table) => _keyed ??= new PostgresDriverKeyed(Connection, table);

    public void Dispose()
    {
        try
        {
            // An incomplete COPY is failed first, because disposing its stream would commit the data sent so far.
            if (!IsCompleting)
            {
                _stream?.Cancel();
            }
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // The connection is lost, and the server rolls back.
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
