using System.Buffers.Binary;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Sends and receives messages of the PostgreSQL protocol over one blocking stream. A session, its COPY and its statements share
/// one, one thread at a time. Allocates only to grow, and for errors. After a loss the stream is broken and must not be used.
/// </summary>
internal sealed class PgChannel : IDisposable
{
    /// <summary>
    /// The largest message to accept, in bytes. The answers to this client are short rows and errors. A larger length comes from
    /// another protocol.
    /// </summary>
    public const int MaxMessageBytes = 1024 * 1024;

    private const int HeaderBytes = 5;

    private readonly WireStream _stream;
    private readonly ReceiveBuffer _received;

    /// <summary>Creates a channel that owns <paramref name="stream"/>.</summary>
    public PgChannel(WireStream stream) => (_stream, _received) = (stream, new(stream, 8 * 1024));

    public WireStream Stream => _stream;

    /// <summary>Whether the connection is lost or disposed.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Whether bytes from the server have arrived. Always false with TLS, where only reading can tell.</summary>
    public bool HasInput => !_received.IsEmpty || _stream.HasInput;

    /// <summary>Sends whole messages.</summary>
    /// <param name="bytes">The messages.</param>
    /// <param name="canTakeEffect">False for COPY data before CopyDone, which change nothing by themselves.</param>
    /// <exception cref="PgServerException">The server had ended the session and sent the reason.</exception>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the server accepts no bytes within the request time-out.
    /// </exception>
    public void Send(ReadOnlySpan<byte> bytes, bool canTakeEffect = true)
    {
        try
        {
            _stream.Send(bytes, canTakeEffect);
            BeginAnswer();
        }
        catch (ConnectionLostException e) when (!e.IsTimeout)
        {
            _stream.ThrowLastWords<PgServerException>(() => Receive());
            throw;
        }
    }

    /// <summary>
    /// Starts the clock of an answer. Sending a request does so. A reader of an answer of any length calls it for each row.
    /// </summary>
    public void BeginAnswer() => _stream.BeginAnswer();

    /// <summary>Receives the next message that answers a request. Skips notices and changed parameters.</summary>
    /// <exception cref="PgServerException">
    /// The server sent an error. Unless that ends the session, ReadyForQuery follows (<see cref="AwaitReady"/>).
    /// </exception>
    public PgMessage Receive()
    {
        PgMessage message;
        while (!TryReceive(out message))
        {
            // The answer is still to come.
        }

        return message;
    }

    /// <summary>
    /// Receives one message. For a caller to whom the server owes no answer: it calls while <see cref="HasInput"/>, and never
    /// waits for a message that has not begun to arrive.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <returns>False for a notice or a changed parameter, which the caller skips.</returns>
    /// <exception cref="PgServerException">As for <see cref="Receive"/>.</exception>
    public bool TryReceive(out PgMessage message)
    {
        message = ReceiveAny();
        return message.Type switch
        {
            // NoticeResponse, ParameterStatus and NotificationResponse may come at any time.
            'N' or 'S' or 'A' => false,
            'E' => throw Read(message),
            _ => true,
        };
    }

    /// <summary>Receives up to ReadyForQuery, which follows every error that does not end the session.</summary>
    public void AwaitReady()
    {
        while (Receive().Type != 'Z')
        {
            // Messages that were under way when the request failed.
        }
    }

    /// <summary>Marks the connection as unusable.</summary>
    public void Break() => _stream.Break();

    /// <summary>Breaks the connection and returns the exception to throw for a message that does not belong here.</summary>
    public WireProtocolException Unexpected(PgMessage message)
    {
        _stream.Break();
        char type = message.Type;
        return new(char.IsAsciiLetterOrDigit(type)
            ? $"The server sent message '{type}', which does not answer the request."
            : $"The server sent a message of type {(int)type}, which the protocol does not define.");
    }

    public void Dispose() => _stream.Dispose();

    private PgServerException Read(PgMessage message)
    {
        try
        {
            var error = PgServerException.Read(message.Body);
            if (error.EndsSession)
            {
                _stream.Break();
            }

            return error;
        }
        catch (WireProtocolException)
        {
            _stream.Break();
            throw;
        }
    }

    private PgMessage ReceiveAny()
    {
        var header = _received.Peek(HeaderBytes);
        char type = (char)header[0];
        int length = BinaryPrimitives.ReadInt32BigEndian(header[1..]);
        if (length is < 4 or > MaxMessageBytes)
        {
            _stream.Break();
            throw new WireProtocolException(
                $"The server announced a message of {length} bytes; 4 to {MaxMessageBytes} are accepted.");
        }

        var body = new WireReader(_received.Take(length + 1)[HeaderBytes..]);
        if (type == 'Z')
        {
            _stream.Answered();
        }

        return new(type, body);
    }
}
