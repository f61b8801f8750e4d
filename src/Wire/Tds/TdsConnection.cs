namespace DbIngest.Wire.Tds;

/// <summary>
/// A session with a SQL Server (MS-TDS 7.4 and 8.0), over a blocking socket: batches, parameterised calls and bulk loads, which is all that a
/// measurement needs. Used by one thread at a time; another may <see cref="Cancel"/> what is under way, or dispose it.
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

    /// <summary>Whether the session is over, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether all of it is encrypted.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>Whether it is TDS 8.0 rather than 7.4.</summary>
    public bool IsVersion8 { get; }

    /// <summary>The server's name and version, as it answered the login.</summary>
    public string Server { get; }

    /// <summary>Bytes a packet, as agreed.</summary>
    public int PacketBytes => _channel.PacketBytes;

    /// <summary>Connects.</summary>
    /// <param name="options">Where and how.</param>
    /// <returns>The session, ready for requests.</returns>
    /// <exception cref="TdsServerException">The server refuses the login.</exception>
    /// <exception cref="ConnectionLostException">It cannot be connected to, or not as is asked.</exception>
    /// <exception cref="WireProtocolException">It does not speak the protocol.</exception>
    public static TdsConnection Open(TdsConnectionOptions options)
    {
        var channel = TdsTransport.Open(options, out bool encryptsLoginOnly);
        try
        {
            // An encrypted packet must fit into one TLS record.
            bool isEncrypted = channel.Stream.Encrypted is not null && !encryptsLoginOnly;
            var login = new TdsMessage();
            TdsLogin.Write(login, isEncrypted ? options with { PacketBytes = Math.Min(options.PacketBytes, TdsConnectionOptions.MaxEncryptedPacketBytes) } : options);
            channel.Send(TdsPacketKind.Login7, login.Payload);
            login.Payload.Clear();
            if (encryptsLoginOnly)
            {
                channel.Stream.EndEncryption();
            }

            var answer = new TdsAnswer(channel);
            answer.Begin();
            answer.Finish();
            if (answer.Version is not (TdsLogin.Version7 or TdsLogin.Version8))
            {
                throw new ConnectionLostException($"{options.Host} speaks version 0x{answer.Version:X8} of TDS; 7.4 is needed: SQL Server 2012 or later.");
            }

            channel.Stream.Opened();
            return new TdsConnection(channel, answer, options);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    /// <summary>Runs a batch that gives no rows, or whose rows nobody wants.</summary>
    /// <param name="sql">The batch.</param>
    /// <returns>How many rows its statements say they changed.</returns>
    /// <exception cref="TdsServerException">The server reported an error; statements before it may have taken effect.</exception>
    public long Execute(string sql)
    {
        var rows = Query(sql);
        while (rows.Read())
        {
            // Nobody wants it.
        }

        return _answer.Rows;
    }

    /// <summary>Runs a batch; with parameters, by sp_executesql.</summary>
    /// <param name="sql">The batch, its parameters as <c>@p1</c> and so on.</param>
    /// <param name="parameters">Their values: long, int, double or string.</param>
    /// <returns>Its rows, to be read to their end before the next request.</returns>
    public TdsRows Query(string sql, params ReadOnlySpan<object> parameters)
    {
        if (_answer.IsOpen)
        {
            throw new InvalidOperationException("The rows of the request before have not been read to their end.");
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

    /// <summary>Begins a bulk load: announces it, and takes rows once the server agrees.</summary>
    /// <param name="table">The table and its columns.</param>
    /// <returns>Takes the rows and is to be completed; the same object every time.</returns>
    /// <exception cref="TdsServerException">The server refuses it.</exception>
    public TdsBulkLoad BulkLoad(TdsBulkTable table)
    {
        if (_bulk.IsOpen)
        {
            throw new InvalidOperationException("The bulk load before has not ended.");
        }

        _bulk.Begin(table);
        return _bulk;
    }

    /// <summary>
    /// Asks the server to give up the request that is under way, from another thread: whoever waits for it then gets a
    /// <see cref="TdsCanceledException"/>.
    /// </summary>
    /// <returns>Whether there was one.</returns>
    public bool Cancel()
    {
        try
        {
            return _channel.SendAttention();
        }
        catch (WireException)
        {
            // Whoever waits hears of it.
            return false;
        }
    }

    /// <summary>Ends the session. A bulk load that is not complete stores nothing, an open transaction is rolled back.</summary>
    public void Dispose() => _channel.Dispose();
}
