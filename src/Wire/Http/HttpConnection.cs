using System.Buffers.Text;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// A connection to a server of HTTP/1.1 (RFC 9112) that is kept between requests: one request at a time, its body sent from where it lies. Used by one thread at
/// a time; another may dispose it, which ends whatever call is under way.
/// </summary>
public sealed class HttpConnection : IDisposable
{
    private const int ReceiveBytes = 64 * 1024;

    // Head and body of a small request leave in one packet.
    private const int JoinedBytes = 16 * 1024;
    private const int LongestText = 2000;

    // A server that sends this much within the request's time-out has not stalled.
    private const int LongPieceBytes = 64 * 1024;

    private readonly WireStream _stream;
    private readonly HttpConnectionOptions _options;
    private readonly byte[] _received = new byte[ReceiveBytes];
    private readonly byte[] _joined = new byte[JoinedBytes];
    private HttpHead _head;
    private int _start;
    private int _end;

    // Of the body: what is left of it, or of its chunk; long.MaxValue where the end of the connection ends it.
    private long _left;
    private int _sinceBegun;
    private bool _isInBody;
    private bool _hasReceived;
    private bool _isDone;

    private HttpConnection(EndPoint server, WireStream stream, HttpConnectionOptions options)
    {
        Server = server;
        _stream = stream;
        _options = options;
    }

    /// <summary>Where it leads.</summary>
    public EndPoint Server { get; }

    /// <summary>Host and port, as requests name them.</summary>
    public string Host => Name(Server);

    /// <summary>The credentials that requests carry, or null.</summary>
    public string? Authorization => _options.Authorization?.Invoke();

    /// <summary>The status of the answer that is being read.</summary>
    public int Status => _head.Status;

    /// <summary>Whether it is of no more use: lost, given up in the middle of an answer, or closed by the server while nothing was asked.</summary>
    public bool IsBroken
    {
        get
        {
            if (_stream.IsBroken || _isInBody || _isDone)
            {
                return true;
            }

            try
            {
                // Encrypted, there is something to read before the first answer: keys for later sessions.
                return (_hasReceived || _options.Tls is null) && _stream.IsReadable;
            }
            catch (ConnectionLostException)
            {
                return true;
            }
        }
    }

    /// <summary>Connects.</summary>
    /// <param name="server">An address, a name with a port, or a Unix socket.</param>
    /// <param name="options">How.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="ConnectionLostException">The server cannot be connected to in time, or its certificate is not to be trusted.</exception>
    public static HttpConnection Open(EndPoint server, HttpConnectionOptions options)
    {
        var stream = WireStream.Connect(server, options.Socket);
        try
        {
            if (options.Tls is { } tls)
            {
                stream.Encrypt(server is DnsEndPoint name ? name.Host : ((IPEndPoint)server).Address.ToString(), tls);
            }

            stream.Opened();
            return new HttpConnection(server, stream, options);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Host and port of a server, as addresses have them.</summary>
    /// <param name="server">The server.</param>
    /// <returns>The text.</returns>
    public static string Name(EndPoint server) => BlockingSocket.Name(server);

    /// <summary>Uses a stream that is open already.</summary>
    /// <param name="server">What requests call the server.</param>
    /// <param name="stream">The stream, disposed with this.</param>
    /// <param name="options">The time-outs and credentials.</param>
    /// <returns>The connection.</returns>
    public static HttpConnection Of(EndPoint server, Stream stream, HttpConnectionOptions options) => new(server, WireStream.Of(stream, options.Socket), options);

    /// <summary>Sends a request and reads the head of its answer. The body is to be read next, to its end: <see cref="Read"/>, <see cref="ReadLong"/>, <see cref="Text"/>, <see cref="Complete"/>.</summary>
    /// <param name="request">The request.</param>
    /// <param name="body">Its body.</param>
    /// <exception cref="HttpStatusException">The server refuses.</exception>
    /// <exception cref="ConnectionLostException">The connection is lost; its <see cref="ConnectionLostException.AnySent"/> says whether the server may have acted.</exception>
    public void Ask(HttpRequest request, ReadOnlySpan<byte> body = default)
    {
        if (_isInBody)
        {
            throw new InvalidOperationException("The answer before was not read to its end.");
        }

        Send(request.Head, body);
        try
        {
            ReadHead();
            if (_head.Status is < 200 or > 299)
            {
                throw new HttpStatusException(_head.Status, Refusal());
            }
        }
        catch (WireProtocolException)
        {
            _stream.Break();
            throw;
        }
    }

    /// <summary>Sends a request and waits for its answer, whose body tells nothing.</summary>
    /// <param name="request">The request.</param>
    /// <param name="body">Its body.</param>
    public void Run(HttpRequest request, ReadOnlySpan<byte> body = default)
    {
        Ask(request, body);
        Complete();
    }

    /// <summary>Reads some of the body. All of it must arrive within the request's time-out, which began with the answer.</summary>
    /// <param name="room">Where to; not empty.</param>
    /// <returns>How many bytes; 0 at its end.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or the answer is not whole in time.</exception>
    public int Read(Span<byte> room)
    {
        if (!_isInBody)
        {
            return 0;
        }

        if (_left == 0 && !NextChunk())
        {
            return 0;
        }

        int count;
        try
        {
            if (_end > _start)
            {
                count = (int)Math.Min(Math.Min(room.Length, _left), _end - _start);
                _received.AsSpan(_start, count).CopyTo(room);
                _start += count;
            }
            else
            {
                count = _stream.Receive(room[..(int)Math.Min(room.Length, _left)]);
            }
        }
        catch (ConnectionLostException lost) when (_left == long.MaxValue && !lost.IsTimeout)
        {
            // The end of the connection is the end of the body.
            EndBody();
            return 0;
        }

        if (_left != long.MaxValue)
        {
            _left -= count;
            if (_left == 0 && !_head.IsChunked)
            {
                EndBody();
            }
        }

        return count;
    }

    /// <summary>
    /// Reads some of a body of any length, such as all rows of a table: each 64 KiB of it must arrive within the request's time-out, so that
    /// a server that trickles is given up while one that has much to say is not.
    /// </summary>
    /// <param name="room">Where to; not empty.</param>
    /// <returns>How many bytes; 0 at its end.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or a piece does not arrive in time.</exception>
    public int ReadLong(Span<byte> room)
    {
        int count = Read(room);
        _sinceBegun += count;
        if (_sinceBegun >= LongPieceBytes)
        {
            _sinceBegun = 0;
            _stream.BeginAnswer();
        }

        return count;
    }

    /// <summary>Reads the rest of the body.</summary>
    /// <param name="longest">The most that is kept, in bytes; what follows is read and dropped.</param>
    /// <returns>The text.</returns>
    public string Text(int longest = LongestText)
    {
        using var kept = new MemoryStream();
        Span<byte> room = stackalloc byte[4096];
        for (int count = Read(room); count > 0; count = Read(room))
        {
            kept.Write(room[..(int)Math.Min(count, longest - kept.Length)]);
        }

        return Encoding.UTF8.GetString(kept.GetBuffer(), 0, (int)kept.Length).Trim();
    }

    /// <summary>Reads the body to its end and drops it.</summary>
    public void Complete()
    {
        Span<byte> room = stackalloc byte[1024];
        while (Read(room) > 0)
        {
            // What it says is not needed.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();

    // The refusal counts, also where the connection is lost before its text is whole.
    private string Refusal()
    {
        try
        {
            return Text();
        }
        catch (ConnectionLostException)
        {
            return string.Empty;
        }
    }

    private void Send(byte[] head, ReadOnlySpan<byte> body)
    {
        const int LengthAndEnd = 24;
        var room = head.Length + LengthAndEnd <= _joined.Length ? _joined : new byte[head.Length + LengthAndEnd];
        head.CopyTo(room.AsSpan());
        Utf8Formatter.TryFormat(body.Length, room.AsSpan(head.Length), out int digits);
        int length = head.Length + digits;
        "\r\n\r\n"u8.CopyTo(room.AsSpan(length));
        length += 4;
        if (body.Length <= room.Length - length)
        {
            body.CopyTo(room.AsSpan(length));
            _stream.Send(room.AsSpan(0, length + body.Length));
            return;
        }

        // A server acts on no request whose body is not whole: but where its head goes, the rest may have gone too.
        _stream.Send(room.AsSpan(0, length));
        _stream.Send(body);
    }

    private void ReadHead()
    {
        _stream.BeginAnswer();
        _sinceBegun = 0;
        do
        {
            int length;
            while ((length = _received.AsSpan(_start, _end - _start).IndexOf("\r\n\r\n"u8)) < 0)
            {
                Receive("The head of the server's answer is longer than is accepted.");
            }

            _head = HttpHead.Read(_received.AsSpan(_start, length));
            _start += length + 4;
        }
        while (_head.Status < 200);

        _hasReceived = true;
        _isInBody = true;
        _left = !_head.HasBody || _head.IsChunked ? 0 : _head.Length ?? long.MaxValue;
        if (!_head.IsChunked && _left == 0)
        {
            EndBody();
        }
    }

    /// <summary>Reads the line that begins a chunk.</summary>
    /// <returns>False at the last, whose trailers are read.</returns>
    private bool NextChunk()
    {
        try
        {
            // The end of the chunk before is an empty line.
            ReadOnlySpan<byte> line = Line();
            line = line.Length == 0 ? Line() : line;
            int digits = line.IndexOf((byte)';');
            line = digits < 0 ? line : line[..digits];
            if (!Utf8Parser.TryParse(line.TrimEnd(" \t"u8), out long size, out _, 'x') || size < 0)
            {
                throw new WireProtocolException("The size of a chunk of the server's answer is no number.");
            }

            _left = size;
            if (size > 0)
            {
                return true;
            }

            while (Line().Length > 0)
            {
                // A trailer: nothing that is needed.
            }

            EndBody();
            return false;
        }
        catch (WireProtocolException)
        {
            _stream.Break();
            throw;
        }
    }

    private ReadOnlySpan<byte> Line()
    {
        int length;
        while ((length = _received.AsSpan(_start, _end - _start).IndexOf("\r\n"u8)) < 0)
        {
            Receive("A line of the server's answer is longer than is accepted.");
        }

        var line = _received.AsSpan(_start, length);
        _start += length + 2;
        return line;
    }

    private void Receive(string tooLong)
    {
        if (_start > 0)
        {
            _received.AsSpan(_start, _end - _start).CopyTo(_received);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == _received.Length)
        {
            throw new WireProtocolException(tooLong);
        }

        _end += _stream.Receive(_received.AsSpan(_end));
    }

    // Not before: of an answer that is cut off after its head nobody knows whether it was good.
    private void EndBody()
    {
        _stream.Answered();
        _isInBody = false;
        _isDone = _head.Closes || _left == long.MaxValue;
    }
}
