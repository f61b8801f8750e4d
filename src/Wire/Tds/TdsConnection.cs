using System.Net;

namespace DbIngest.Wire.Tds;

/// <summary>
/// A session with SQL Server (MS-TDS 7.4 and 8.0) over a blocking socket: batches, calls with parameters and bulk loads.
/// <c>SqlServerWireSessions</c> opens one per writer, and more for administration and the audit. One thread at a time uses it.
/// Another thread may only call <see cref="Cancel"/> or dispose it. It never repeats a request.
/// </summary>
public sealed class TdsConnection : IDisposable
{
    private readonly TdsChannel _channel;
    private readonly TdsAnswer _answer;
    private readonly TdsBulkLoad _bulk;
    private readonly TdsMessage _message = new();

    private TdsConnection(TdsChannel channel, TdsAnswer answer, TdsConnectionOptions options)
    {
        _channel = channel;
        _answer = answer;
        _bulk = new TdsBulkLoad(channel, answer, options.BulkBufferBytes);
        Server = answer.Server;
        IsVersion8 = answer.Version == TdsLogin.Version8;
    }

    /// <summary>Whether the session has ended, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether the whole session is encrypted, not only its login.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>Whether the session uses TDS 8.0 rather than 7.4.</summary>
    public bool IsVersion8 { get; }

    /// <summary>The server's name and version, from its answer to the login.</summary>
    public string Server { get; }

    /// <summary>Agreed packet size in bytes.</summary>
    public int PacketBytes => _channel.PacketBytes;

    /// <summary>Connects, encrypts as requested and logs in.</summary>
    /// <exception cref="TdsServerException">The server rejects the login.</exception>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept the connection in time, does not encrypt it as requested, or speaks TDS older than 7.4.
    /// </exception>
    /// <exception cref="WireProtocolException">The server does not speak TDS.</exception>
    public static TdsConnection Open(TdsConnectionOptions options) =>
        WireStream.Open(() => WireStream.Connect(new DnsEndPoint(options.Host, options.Port), options.Socket), stream =>
        {
            var channel = new TdsChannel(stream);
            bool encryptsLoginOnly = TdsEncryptionHandshake.Run(channel, options);

            // An encrypted packet must fit into one TLS record.
            bool isEncrypted = stream.Encrypted is not null && !encryptsLoginOnly;
            var login = new TdsMessage();
            TdsLogin.Write(login, isEncrypted
                ? options with { PacketBytes = Math.Min(options.PacketBytes, TdsConnectionOptions.MaxEncryptedPacketBytes) }
                : options);
            channel.Send(TdsPacketKind.Login7, login.Payload);
            login.Payload.Clear();
            if (encryptsLoginOnly)
            {
                stream.EndEncryption();
            }

            var answer = new TdsAnswer(channel);
            answer.Begin();
            answer.Finish();
            return answer.Version is TdsLogin.Version7 or TdsLogin.Version8
                ? new TdsConnection(channel, answer, options)
                : throw new ConnectionLostException(
                    $"{options.Host} speaks version 0x{answer.Version:X8} of TDS; 7.4 is needed: SQL Server 2012 or later.");
        });

    /// <summary>Runs a batch and drops its rows.</summary>
    /// <param name="sql">The batch.</param>
    /// <returns>Number of rows that its statements report as changed.</returns>
    /// <exception cref="TdsServerException">
    /// The server reported an error. Earlier statements of the batch may have taken effect.
    /// </exception>
    public long Execute(string sql)
    {
        var rows = Query(sql);
        while (rows.Read())
        {
            // The row is dropped.
        }

        return _answer.Rows;
    }

    /// <summary>Runs a batch. With parameters it is called by sp_executesql.</summary>
    /// <param name="sql">The batch. Its parameters are <c>@p1</c> and so on.</param>
    /// <param name="parameters">Values: long, int, double or string.</param>
    /// <returns>The rows, which must be read to their end before the next request.</returns>
    public TdsRows Query(string sql, params ReadOnlySpan<object> parameters)
    {
        if (_answer.IsOpen)
        {
            throw new InvalidOperationException("The rows of the previous request were not read to their end.");
        }

        _message.Clear().Headers(_answer.Transaction);
        if (parameters.Length == 0)
        {
            _channel.Send(TdsPacketKind.SqlBatch, _message.Text(sql).Payload);
        }
        else
        {
            TdsCall.Write(_message, sql, parameters);
            _channel.Send(TdsPacketKind.Rpc, _message.Payload);
        }

        _answer.Begin();
        return new TdsRows(_channel, _answer);
    }

    /// <summary>Makes a statement that is executed many times. Sends nothing.</summary>
    /// <param name="sql">The statement. Its parameters are <c>@p1</c> and so on.</param>
    /// <param name="types">The parameters' types.</param>
    public TdsStatement Statement(string sql, params IReadOnlyList<TdsValueType> types) => new(_channel, _answer, sql, types);

    /// <summary>Begins a bulk load: announces it and waits until the server accepts.</summary>
    /// <param name="table">The table and its columns.</param>
    /// <returns>Receives the rows and must be completed. The same object every time.</returns>
    /// <exception cref="TdsServerException">The server rejects the load.</exception>
    public TdsBulkLoad BulkLoad(TdsBulkTable table)
    {
        if (_bulk.IsOpen)
        {
            throw new InvalidOperationException("The previous bulk load has not ended.");
        }

        _bulk.Begin(table);
        return _bulk;
    }

    /// <summary>
    /// Cancels the current request, from another thread: the thread that waits for it gets a <see cref="TdsCanceledException"/>.
    /// </summary>
    /// <returns>Whether a request was under way.</returns>
    public bool Cancel()
    {
        try
        {
            return _channel.SendAttention();
        }
        catch (WireException)
        {
            // The waiting thread gets the error.
            return false;
        }
    }

    /// <summary>
    /// Ends the session. The server discards a bulk load that was not completed and rolls back an open transaction.
    /// </summary>
    public void Dispose() => _channel.Dispose();
}
