using System.Buffers.Binary;
using System.Runtime.ExceptionServices;

namespace DbIngest.Wire.Pg;

/// <summary>Messages to and from a server, over a blocking stream.</summary>
internal sealed class PgChannel : IDisposable
{
    /// <summary>
    /// The largest message that is accepted. What this client asks for is answered by short rows and errors; a larger length is that of
    /// something that does not speak the protocol.
    /// </summary>
    public const int MaxMessageBytes = 1024 * 1024;

    private const int HeaderBytes = 5;

    private readonly WireStream _stream;
    private readonly ReceiveBuffer _received;

    /// <summary>Creates a channel.</summary>
    /// <param name="stream">The stream, which is disposed with the channel.</param>
    public PgChannel(WireStream stream) => (_stream, _received) = (stream, new(stream, 8 * 1024));

    /// <summary>The stream under it.</summary>
    public WireStream Stream => _stream;

    /// <summary>Whether the connection cannot be used any more.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Whether the server has sent something already. Always false with TLS, where only reading can tell.</summary>
    public bool HasInput => !_received.IsEmpty || _stream.HasInput;

    /// <summary>Sends bytes, all of them.</summary>
    /// <param name="bytes">Whole messages.</param>
    /// <param name="canTakeEffect">Whether the server can act on them; false for data of a COPY before CopyDone.</param>
    /// <exception cref="PgServerException">The server ended the session before, and said why.</exception>
    /// <exception cref="ConnectionLostException">The connection is gone, or the server takes nothing.</exception>
    public void Send(ReadOnlySpan<byte> bytes, bool canTakeEffect = true)
    {
        try
        {
            _stream.Send(bytes, canTakeEffect);
        }
        catch (ConnectionLostException e) when (!e.IsTimeout)
        {
            if (LastWords() is { } error)
            {
                ExceptionDispatchInfo.Throw(error);
            }

            throw;
        }
    }

    /// <summary>Receives the next message that is an answer: notices and changed parameters are passed over.</summary>
    /// <returns>The message, of any type but an error.</returns>
    /// <exception cref="PgServerException">It is an error. Unless that ends the session, the server is then ready again.</exception>
    public PgMessage Receive()
    {
        while (true)
        {
            var message = ReceiveAny();
            switch (message.Type)
            {
                // NoticeResponse, ParameterStatus, NotificationResponse: they come at any time.
                case 'N' or 'S' or 'A':
                    continue;
                case 'E':
                    throw Read(message);
                default:
                    return message;
            }
        }
    }

    /// <summary>Receives up to ReadyForQuery, as follows an error. Nothing but the end of the session keeps it from coming.</summary>
    public void AwaitReady()
    {
        while (Receive().Type != 'Z')
        {
            // What was under way when the request failed.
        }
    }

    /// <summary>Gives the connection up.</summary>
    public void Break() => _stream.Break();

    /// <summary>What is to be thrown for a message that does not belong here.</summary>
    public WireProtocolException Unexpected(PgMessage message)
    {
        _stream.Break();
        char type = message.Type;
        return new(char.IsAsciiLetterOrDigit(type)
            ? $"The server's message '{type}' does not fit the request."
            : $"The server's message of type {(int)type} does not exist in the protocol.");
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
        _stream.BeginAnswer();
        var header = _received.Peek(HeaderBytes);
        char type = (char)header[0];
        int length = BinaryPrimitives.ReadInt32BigEndian(header[1..]);
        if (length is < 4 or > MaxMessageBytes)
        {
            _stream.Break();
            throw new WireProtocolException($"The server announces a message of {length} bytes, and 4 to {MaxMessageBytes} are possible.");
        }

        var body = new PgReader(_received.Take(length + 1)[HeaderBytes..]);
        if (type == 'Z')
        {
            _stream.Answered();
        }

        return new(type, body);
    }

    /// <summary>Why the server closed the connection while it was being sent to, if that has arrived.</summary>
    private PgServerException? LastWords()
    {
        try
        {
            while (true)
            {
                Receive();
            }
        }
        catch (PgServerException e)
        {
            _stream.Break();
            return e;
        }
        catch (WireException)
        {
            return null;
        }
    }
}
