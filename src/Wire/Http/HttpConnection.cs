using System.Net;
using System.Net.Sockets;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// A connection to an HTTP server that is kept open between requests, in version 1.1 (<see cref="Http1Framing"/>) or 2
/// (<see cref="Http2Framing"/>). Targets whose servers speak HTTP, and the client of the service, keep one per writer. One
/// request at a time, in either version: the caller must read each answer to its end. One thread at a time uses it. Another
/// thread may only dispose it, which ends the call under way. It never repeats a request.
/// </summary>
public sealed class HttpConnection : IDisposable
{
    private const int LongestText = 2000;

    // A server that sends this much within the request time-out has not stalled: 12 kB/s by default.
    private const int LongPieceBytes = 1024 * 1024;

    private readonly WireStream _stream;
    private readonly HttpConnectionOptions _options;
    private readonly HttpFraming _framing;
    private int _sinceBegun;

    private HttpConnection(EndPoint server, WireStream stream, HttpConnectionOptions options)
    {
        Server = server;
        _stream = stream;
        _options = options;
        _framing = options.IsHttp2 ? new Http2Framing(stream) : new Http1Framing(stream);
    }

    /// <summary>The server's address.</summary>
    public EndPoint Server { get; }

    /// <summary>
    /// Host and port for the <c>Host</c> header, without the zone of an IPv6 address, which only this machine knows (RFC 6874).
    /// </summary>
    public string Host => Name(Server is IPEndPoint { AddressFamily: AddressFamily.InterNetworkV6 } ip
        ? new IPEndPoint(new IPAddress(ip.Address.GetAddressBytes()), ip.Port) : Server);

    /// <summary>The value of the <c>Authorization</c> header, which contains a secret; null without authentication.</summary>
    public string? Authorization => _options.Authorization?.Invoke();

    /// <inheritdoc cref="WireStream.Socket"/>
    public Socket? Socket => _stream.Socket;

    /// <inheritdoc cref="WireStream.IsOverdue"/>
    public bool IsOverdue => _stream.IsOverdue;

    /// <summary>Status of the current answer.</summary>
    public int Status { get; private set; }

    /// <summary>
    /// Whether the connection must be replaced: it is lost, an answer was not read to its end, or the server closed it between
    /// requests.
    /// </summary>
    public bool IsBroken
    {
        get
        {
            if (_stream.IsBroken || _framing.IsInBody)
            {
                return true;
            }

            try
            {
                return _framing.IsSpent || _stream.IsBroken;
            }
            catch (WireException)
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
    /// <exception cref="WireProtocolException">HTTP/2 was asked for, and the server does not speak it.</exception>
    public static HttpConnection Open(EndPoint server, HttpConnectionOptions options) => WireStream.Open(
        () => WireStream.Connect(server, options.Socket, options.Encryption),
        stream => new HttpConnection(server, stream, options));

    /// <summary>Host and port of a server, as URLs contain them.</summary>
    public static string Name(EndPoint server) => SocketConnector.Name(server);

    /// <summary>Uses a stream that is open already. Tests and benches call it.</summary>
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

    /// <summary>
    /// Sends a request without waiting for its answer. The caller then reads the head of the answer with
    /// <see cref="ReceiveHead"/>.
    /// </summary>
    /// <param name="template">The request's head.</param>
    /// <param name="body">The request's body; empty for none.</param>
    /// <param name="numbers">The numbers in its target.</param>
    public void Send(HttpTemplate template, ReadOnlySpan<byte> body, params ReadOnlySpan<long> numbers) =>
        Send(template.With(numbers), body);

    /// <summary>Sends a request without waiting for its answer, as the call with a template does.</summary>
    /// <param name="request">The request's head.</param>
    /// <param name="body">The request's body; empty for none.</param>
    public void Send(HttpRequest request, ReadOnlySpan<byte> body = default) => Send(request.Head.AsSpan(), body);

    /// <summary>
    /// Waits for the answer to a request that was sent and reads its head. The caller then reads the body to its end, as after
    /// <see cref="Ask"/>.
    /// </summary>
    /// <param name="allowed">A status beside 2xx that is no failure; null for none.</param>
    /// <exception cref="HttpStatusException">The server answered with another status.</exception>
    /// <exception cref="ConnectionLostException">The connection is lost, or the answer did not come in time.</exception>
    public void ReceiveHead(int? allowed = null)
    {
        try
        {
            _sinceBegun = 0;
            Status = _framing.ReadHead();
            if (Status is < 200 or > 299 && Status != allowed)
            {
                throw new HttpStatusException(Status, Refusal());
            }
        }
        catch (WireProtocolException)
        {
            _stream.Break();
            throw;
        }
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
    public int Read(Span<byte> room) => _framing.Read(room);

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

    private void Exchange(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        Send(head, body);
        ReceiveHead();
    }

    private void Send(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        if (_framing.IsInBody)
        {
            throw new InvalidOperationException("The previous answer was not read to its end.");
        }

        try
        {
            _framing.Send(head, body);
            _stream.BeginAnswer();
        }
        catch (WireProtocolException)
        {
            _stream.Break();
            throw;
        }
        catch (ConnectionLostException lost) when (!lost.IsTimeout && !_options.IsHttp2)
        {
            // A server that refuses a body by its length answers and closes while the body is still being sent.
            _stream.ThrowLastWords<HttpStatusException>(() => ReceiveHead());
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
}
