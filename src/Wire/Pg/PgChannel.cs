using System.Buffers.Binary;
using System.Net.Sockets;

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

    private readonly Stream _stream;
    private readonly Socket _socket;
    private readonly bool _isEncrypted;
    private byte[] _received = new byte[8 * 1024];
    private int _start;
    private int _end;

    /// <summary>Creates a channel.</summary>
    /// <param name="stream">The stream, which is disposed with the channel.</param>
    /// <param name="socket">The socket under it.</param>
    /// <param name="isEncrypted">Whether bytes that arrive there may be other than the server's messages, as with TLS.</param>
    public PgChannel(Stream stream, Socket socket, bool isEncrypted)
    {
        _stream = stream;
        _socket = socket;
        _isEncrypted = isEncrypted;
    }

    /// <summary>Whether the connection cannot be used any more.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Whether the server has sent something already. Always false with TLS, where only reading can tell.</summary>
    public bool HasInput => _end > _start || (!_isEncrypted && IsReadable());

    /// <summary>Sends bytes, all of them.</summary>
    /// <param name="bytes">Whole messages.</param>
    /// <exception cref="PgServerException">The server ended the session before, and said why.</exception>
    /// <exception cref="PgConnectionException">The connection is gone, or the server takes nothing.</exception>
    public void Send(ReadOnlySpan<byte> bytes)
    {
        try
        {
            _stream.Write(bytes);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // .NET calls it a time-out too when the server closes a connection in the middle of a blocking send: but that can be read.
            bool isClosed = IsReadable();
            throw (isClosed ? LastWords() : null) ?? (PgException)Lost("The data could not be sent", e, isClosed);
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
    public void Break() => IsBroken = true;

    /// <summary>What is to be thrown for a message that does not belong here.</summary>
    public PgProtocolException Unexpected(PgMessage message)
    {
        IsBroken = true;
        char type = message.Type;
        return new(char.IsAsciiLetterOrDigit(type)
            ? $"The server's message '{type}' does not fit the request."
            : $"The server's message of type {(int)type} does not exist in the protocol.");
    }

    public void Dispose()
    {
        IsBroken = true;
        _stream.Dispose();
    }

    private PgServerException Read(PgMessage message)
    {
        try
        {
            var error = PgServerException.Read(message.Body);
            IsBroken |= error.EndsSession;
            return error;
        }
        catch (PgProtocolException)
        {
            IsBroken = true;
            throw;
        }
    }

    private PgMessage ReceiveAny()
    {
        Ensure(HeaderBytes);
        char type = (char)_received[_start];
        int length = BinaryPrimitives.ReadInt32BigEndian(_received.AsSpan(_start + 1));
        if (length is < 4 or > MaxMessageBytes)
        {
            IsBroken = true;
            throw new PgProtocolException($"The server announces a message of {length} bytes, and 4 to {MaxMessageBytes} are possible.");
        }

        Ensure(length + 1);
        var body = new PgReader(_received.AsSpan(_start + HeaderBytes, length - 4));
        _start += length + 1;
        return new(type, body);
    }

    /// <summary>Reads until so many bytes are there.</summary>
    private void Ensure(int bytes)
    {
        if (_end - _start >= bytes)
        {
            return;
        }

        byte[] target = _received.Length >= bytes ? _received : new byte[bytes];
        _received.AsSpan(_start, _end - _start).CopyTo(target);
        (_received, _start, _end) = (target, 0, _end - _start);
        while (_end < bytes)
        {
            int count;
            try
            {
                count = _stream.Read(_received, _end, _received.Length - _end);
            }
            catch (Exception e) when (e is IOException or ObjectDisposedException)
            {
                throw Lost("No answer", e, isClosed: false);
            }

            if (count == 0)
            {
                IsBroken = true;
                throw new PgConnectionException("The server closed the connection.");
            }

            _end += count;
        }
    }

    private bool IsReadable()
    {
        try
        {
            return _socket.Poll(0, SelectMode.SelectRead);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw Lost("The connection failed", e, isClosed: true);
        }
    }

    private PgConnectionException Lost(string what, Exception e, bool isClosed)
    {
        IsBroken = true;
        bool isTimeout = !isClosed && e.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock };
        string why = isClosed ? "the server closed the connection." : isTimeout ? "the server stayed silent too long." : e.Message;
        return new($"{what}: {why}", isTimeout, e);
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
            IsBroken = true;
            return e;
        }
        catch (PgException)
        {
            return null;
        }
    }
}
