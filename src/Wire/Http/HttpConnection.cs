using System.Buffers.Text;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// A connection to an HTTP/1.1 server (RFC 9112) that is kept open between requests. The QuestDB, ClickHouse and InfluxDB targets
/// keep one per writer. One request at a time; the body is sent from the caller's memory. One thread at a time uses it; another
/// may only dispose it, which ends the call under way. It never repeats a request.
/// </summary>
public sealed class HttpConnection : IDisposable
{
    private const int ReceiveBytes = 64 * 1024;

    // Head and body of a small request leave in one packet.
    private const int JoinedBytes = 16 * 1024;
    private const int LongestText = 2000;

    // A server that sends this much within the request time-out has not stalled: 12 kB/s by default.
    private const int LongPieceBytes = 1024 * 1024;

    private readonly WireStream _stream;
    private readonly HttpConnectionOptions _options;
    private readonly byte[] _received = new byte[ReceiveBytes];
    private readonly byte[] _joined = new byte[JoinedBytes];
    private HttpResponseHead _head;
    private int _start;
    private int _end;

    // Bytes left of the body, or of its current chunk; long.MaxValue when the end of the connection ends the body.
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

    /// <summary>The server's address.</summary>
    public EndPoint Server { get; }

    /// <summary>Host and port for the <c>Host</c> header.</summary>
    public string Host => Name(Server);

    /// <summary>The value of the <c>Authorization</c> header, which contains a secret; null without authentication.</summary>
    public string? Authorization => _options.Authorization?.Invoke();

    /// <summary>Status of the current answer.</summary>
    public int Status => _head.Status;

    /// <summary>
    /// Whether the connection must be replaced: it is lost, an answer was not read to its end, or the server closed it between
    /// requests.
    /// </summary>
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
                // With TLS, session tickets may be readable before the first answer.
                return (_hasReceived || _options.Tls is null) && _stream.IsReadable;
            }
            catch (ConnectionLostException)
            {
                return true;
            }
        }
    }

    /// <summary>Connects, and encrypts if the options say so.</summary>
    /// <param name="server">An IP address, a DNS name with a port, or a Unix socket.</param>
    /// <param name="options">Time-outs, encryption and credentials.</param>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept a connection in time, or its certificate is not trusted.
    /// </exception>
    public static HttpConnection Open(EndPoint server, HttpConnectionOptions options) => WireStream.Open(
        () => WireStream.Connect(server, options.Socket, options.Tls), stream => new HttpConnection(server, stream, options));

    /// <summary>Host and port of a server, as URLs contain them.</summary>
    public static string Name(EndPoint server) => SocketConnector.Name(server);

    /// <summary>Uses a stream that is open already; tests and benches call it.</summary>
    /// <param name="server">The address that requests name as host.</param>
    /// <param name="stream">An open stream, disposed with the connection.</param>
    /// <param name="options">Request time-out and credentials.</param>
    public static HttpConnection Of(EndPoint server, Stream stream, HttpConnectionOptions options) =>
        new(server, WireStream.Of(stream, options.Socket), options);

    /// <summary>
    /// Sends a request and reads the head of its answer. The caller then reads the body to its end with <see cref="Read"/>,
    /// <see cref="ReadLong"/>, <see cref="Text"/> or <see cref="Complete"/>.
    /// </summary>
    /// <param name="request">The request's head.</param>
    /// <param name="body">The request's body; empty for none.</param>
    /// <exception cref="HttpStatusException">The server answered with a status other than 2xx.</exception>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost; <see cref="ConnectionLostException.AnySent"/> tells whether the server may have acted.
    /// </exception>
    public void Ask(HttpRequest request, ReadOnlySpan<byte> body = default) => Exchange(request.Head.AsSpan(), body);

    /// <summary>Sends a request without a body and reads the head of its answer, as <see cref="Ask"/> does.</summary>
    /// <param name="template">The request's head.</param>
    /// <param name="numbers">The numbers in its target.</param>
    public void Query(HttpTemplate template, params ReadOnlySpan<long> numbers) =>
        Exchange(template.With(numbers), body: default);

    /// <summary>Sends a request and waits for its whole answer, whose body is dropped.</summary>
    /// <param name="template">The request's head.</param>
    /// <param name="body">The request's body; empty for none.</param>
    /// <param name="numbers">The numbers in its target.</param>
    public void Run(HttpTemplate template, ReadOnlySpan<byte> body, params ReadOnlySpan<long> numbers)
    {
        Exchange(template.With(numbers), body);
        Complete();
    }

    /// <summary>Sends a request without a body, and waits for its whole answer, whose body is dropped.</summary>
    /// <param name="status">A status beside 2xx that is no failure.</param>
    /// <param name="template">The request's head.</param>
    /// <param name="numbers">The numbers in its target.</param>
    /// <returns>The status of the answer.</returns>
    public int RunOr(int status, HttpTemplate template, params ReadOnlySpan<long> numbers)
    {
        Exchange(template.With(numbers), body: default, status);
        Complete();
        return Status;
    }

    /// <summary>Sends a request and waits for its whole answer, whose body is dropped.</summary>
    /// <param name="request">The request's head.</param>
    /// <param name="body">The request's body; empty for none.</param>
    public void Run(HttpRequest request, ReadOnlySpan<byte> body = default)
    {
        Ask(request, body);
        Complete();
    }

    /// <summary>
    /// Reads part of the body. The whole body must arrive within the request time-out, counted from the beginning of the answer.
    /// </summary>
    /// <param name="room">Receives the bytes; not empty.</param>
    /// <returns>Bytes read; 0 at the end of the body.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or the answer is not whole in time.</exception>
    public int Read(Span<byte> room)
    {
        if (!_isInBody || (_left == 0 && !NextChunk()))
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
            // This body has no length: the end of the connection ends it.
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
    /// Reads part of a body of any length, such as all rows of a table. Every MiB must arrive within the request time-out,
    /// which stops a server that trickles but not one that has much to send.
    /// </summary>
    /// <param name="room">Receives the bytes; not empty.</param>
    /// <returns>Bytes read; 0 at the end of the body.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or a MiB does not arrive in time.</exception>
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

    /// <summary>Reads the rest of the body as text.</summary>
    /// <param name="longest">The most bytes to keep; the remainder is read and dropped.</param>
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

    /// <summary>Reads the rest of the body and drops it.</summary>
    public void Complete()
    {
        Span<byte> room = stackalloc byte[1024];
        while (Read(room) > 0)
        {
            // Only the position after the body matters.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();

    private void Exchange(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body, int? allowed = null)
    {
        if (_isInBody)
        {
            throw new InvalidOperationException("The previous answer was not read to its end.");
        }

        Send(head, body);
        try
        {
            ReadHead();
            if (_head.Status is < 200 or > 299 && _head.Status != allowed)
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

    // The status counts even if the connection is lost before the error text is whole.
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

    private void Send(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        const int LengthAndEnd = 24;
        var room = head.Length + LengthAndEnd <= _joined.Length ? _joined : new byte[head.Length + LengthAndEnd];
        head.CopyTo(room);
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

        // A server acts on no request without its whole body, but after the head was sent the rest may have arrived as well.
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
                Receive("The head of the server's answer is longer than 64 KiB, the most that is accepted.");
            }

            _head = HttpResponseHead.Read(_received.AsSpan(_start, length));
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

    /// <summary>Reads the line that begins a chunk. Returns false at the last chunk, after reading its trailers.</summary>
    private bool NextChunk()
    {
        try
        {
            // The chunk before ends with an empty line.
            ReadOnlySpan<byte> line = Line();
            line = line.Length == 0 ? Line() : line;
            int digits = line.IndexOf((byte)';');
            line = digits < 0 ? line : line[..digits];
            if (!Utf8Parser.TryParse(line.TrimEnd(" \t"u8), out long size, out _, 'x') || size < 0)
            {
                throw new WireProtocolException("The size of a chunk of the server's answer is not a hexadecimal number.");
            }

            _left = size;
            if (size > 0)
            {
                return true;
            }

            while (Line().Length > 0)
            {
                // Trailers are not used.
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
            Receive("A line of the server's answer is longer than 64 KiB, the most that is accepted.");
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

    // Only now: an answer that is cut off after its head may have been success or failure.
    private void EndBody()
    {
        _stream.Answered();
        _isInBody = false;
        _isDone = _head.Closes || _left == long.MaxValue;
    }
}
