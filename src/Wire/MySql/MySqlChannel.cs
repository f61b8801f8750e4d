namespace DbIngest.Wire.MySql;

/// <summary>
/// Sends and receives packets (MySQL Source Code Documentation, "MySQL Packets"): a 24-bit length, a sequence number that
/// restarts at 0 with every command, a payload. Connection, statements and login share one per session, one thread at a time. An
/// ERR packet becomes a <see cref="MySqlServerException"/>. Allocates only to grow, and for errors.
/// </summary>
internal sealed class MySqlChannel : IDisposable
{
    /// <summary>
    /// The largest payload to accept, in bytes. The answers to this client are numbers and short texts. A larger length comes
    /// from another protocol.
    /// </summary>
    public const int MaxReceivedBytes = 1024 * 1024;

    private readonly WireStream _stream;
    private readonly ReceiveBuffer _received;
    private byte _sequence;

    /// <summary>Creates a channel that owns <paramref name="stream"/>.</summary>
    public MySqlChannel(WireStream stream) => (_stream, _received) = (stream, new(stream, 32 * 1024));

    public WireStream Stream => _stream;

    public bool IsBroken => _stream.IsBroken;

    /// <summary>Sends the first packet of a command.</summary>
    public void Send(MySqlRequest request)
    {
        _sequence = 0;
        SendNext(request);
    }

    /// <summary>Sends a further packet of the current command. An empty one ends a file.</summary>
    public void SendNext(MySqlRequest request)
    {
        try
        {
            _stream.Send(request.Finish(_sequence++));
            BeginAnswer();
        }
        catch (ConnectionLostException e) when (!e.IsTimeout)
        {
            _stream.ThrowLastWords<MySqlServerException>(() => Receive());
            throw;
        }
    }

    /// <summary>
    /// Starts the clock of an answer. Sending a request does so. A reader of an answer of any length calls it for each row.
    /// </summary>
    public void BeginAnswer() => _stream.BeginAnswer();

    /// <summary>Receives a packet and returns its payload, at least one byte, valid until the next call.</summary>
    /// <exception cref="MySqlServerException">The server sent an ERR packet.</exception>
    public ReadOnlySpan<byte> Receive()
    {
        var header = _received.Peek(MySqlRequest.HeaderBytes);
        int length = header[0] | (header[1] << 8) | (header[2] << 16);
        if (length is 0 or > MaxReceivedBytes)
        {
            throw Broken($"The server announced a packet of {length} bytes; 1 to {MaxReceivedBytes} are accepted.");
        }

        _sequence = (byte)(header[3] + 1);
        var payload = _received.Take(MySqlRequest.HeaderBytes + length)[MySqlRequest.HeaderBytes..];
        if (payload[0] == 0xff)
        {
            _stream.Answered();
            throw MySqlServerException.Read(new WireReader(payload[1..]));
        }

        return payload;
    }

    /// <summary>Receives the OK packet that ends a command without rows.</summary>
    /// <param name="what">The command's part to which OK is the only valid answer, for the error message.</param>
    public MySqlResult ReceiveOk(string what)
    {
        var packet = Receive();
        if (packet[0] != 0)
        {
            throw Broken($"The server did not answer {what} with OK.");
        }

        var result = MySqlReader.Ok(packet);
        Answered();
        return result;
    }

    /// <summary>Records that the command is answered completely.</summary>
    public void Answered() => _stream.Answered();

    /// <summary>
    /// Breaks the connection and returns the exception to throw for bytes that the protocol does not allow here.
    /// </summary>
    public WireProtocolException Broken(string what)
    {
        _stream.Break();
        return new(what);
    }

    public void Dispose() => _stream.Dispose();
}
