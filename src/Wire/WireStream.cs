using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace DbIngest.Wire;

/// <summary>
/// The byte stream below every protocol client here: blocking, optionally encrypted, with time-outs, and with one exception for
/// every kind of loss. Each protocol's connection opens one, and its channel does the framing. One thread at a time uses it.
/// Another thread may only dispose it or trigger the cancellation token of its settings, which ends the call under way. A lost
/// stream must be replaced.
/// </summary>
public sealed class WireStream : IDisposable
{
    private readonly Socket? _socket;
    private readonly TimeProvider _clock;
    private readonly TimeSpan _answerTimeout;
    private readonly TimeSpan _openTimeout;
    private readonly Stream _open;
    private Stream _stream;
    private Timer? _opening;
    private CancellationTokenRegistration _cut;
    private volatile bool _isLate;
    private volatile bool _isBroken;
    private long _asked;
    private bool _hasBegun;

    private WireStream(Stream stream, Socket? socket, SocketSettings settings)
    {
        _open = stream;
        _stream = stream;
        _socket = socket;
        _answerTimeout = settings.RequestTimeout;
        _openTimeout = settings.ConnectTimeout;
        _clock = settings.Clock;
        _asked = _clock.GetTimestamp();
    }

    /// <summary>Whether the connection is lost or disposed and must no longer be used.</summary>
    public bool IsBroken => _isBroken;

    /// <summary>
    /// The socket, on which a caller may wait for the answers of several connections at once; null over a stream that was open
    /// already.
    /// </summary>
    public Socket? Socket => _socket;

    /// <summary>
    /// The address that the connection reached: of a DNS name, the one that accepted. Null over a stream that was open already.
    /// </summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public EndPoint? Remote => AskSocket(socket => socket.RemoteEndPoint);

    /// <summary>Whether the connection is lost, or the answer under way has exceeded the request time-out.</summary>
    public bool IsOverdue => _isBroken || _clock.GetElapsedTime(_asked) > _answerTimeout;

    /// <summary>The TLS stream; null when the connection is not encrypted.</summary>
    public SslStream? Encrypted { get; private set; }

    /// <summary>
    /// Whether a request on which the server can act was sent and is not answered yet; see
    /// <see cref="ConnectionLostException.AnySent"/>.
    /// </summary>
    public bool AnySent { get; private set; }

    /// <summary>
    /// Whether the server has sent bytes or closed the connection. Always false when encrypted, where only reading can tell.
    /// </summary>
    public bool HasInput => Encrypted is null && IsReadable;

    /// <summary>Whether bytes, encrypted ones included, or the end of the connection can be read.</summary>
    /// <exception cref="ConnectionLostException">The socket failed.</exception>
    public bool IsReadable => AskSocket(socket => socket.Poll(0, SelectMode.SelectRead));

    /// <summary>
    /// Connects and, with <paramref name="tls"/>, encrypts at once. The connect time-out covers everything up to
    /// <see cref="Opened"/>.
    /// </summary>
    /// <param name="server">An IP address, a DNS name with a port, or a Unix socket.</param>
    /// <param name="settings">Time-outs and socket options.</param>
    /// <param name="tls">Which certificates to trust; null leaves the stream unencrypted.</param>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept a connection in time, or its certificate is not trusted.
    /// </exception>
    public static WireStream Connect(EndPoint server, SocketSettings settings, TlsOptions? tls = null)
    {
        long started = Stopwatch.GetTimestamp();
        var socket = SocketConnector.Connect(server, settings);
        var wire = new WireStream(new NetworkStream(socket, ownsSocket: true), socket, settings);
        var left = settings.ConnectTimeout - Stopwatch.GetElapsedTime(started);

        // Closing the socket ends a handshake that waits, however slowly bytes trickle in.
        wire._opening = new Timer(_ => wire.GiveUp(), null, left > TimeSpan.Zero ? left
            : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        wire._cut = settings.Cancellation.UnsafeRegister(static stream => ((WireStream)stream!).Cut(), wire);
        try
        {
            if (tls is not null)
            {
                wire.Encrypt(HostOf(server), tls);
            }

            return wire;
        }
        catch
        {
            wire.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Opens a connection, the same way for every protocol: connects, lets the protocol log in, and ends the opening phase.
    /// Closes the stream when any of it fails.
    /// </summary>
    /// <typeparam name="T">The protocol's connection.</typeparam>
    /// <param name="connect">Opens the stream.</param>
    /// <param name="login">
    /// Runs the protocol's handshake over the stream and returns the connection, which owns the stream.
    /// </param>
    /// <exception cref="ConnectionLostException">
    /// Connecting and login together took longer than the connect time-out, or the connection was lost.
    /// </exception>
    public static T Open<T>(Func<WireStream> connect, Func<WireStream, T> login)
    {
        var stream = connect();
        try
        {
            var connection = login(stream);
            stream.Opened();
            return connection;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>
    /// The server's name for SNI and the certificate check: the DNS name or address; <c>localhost</c> for a Unix socket.
    /// </summary>
    internal static string HostOf(EndPoint server) => server switch
    {
        DnsEndPoint name => name.Host,
        IPEndPoint ip => ip.Address.ToString(),
        _ => "localhost",
    };

    /// <summary>Wraps a stream that is open already. Tests and benches use it in place of <see cref="Connect"/>.</summary>
    /// <param name="stream">An open stream, disposed with this one.</param>
    /// <param name="settings">Supplies the request time-out.</param>
    public static WireStream Of(Stream stream, SocketSettings settings) => new(stream, socket: null, settings);

    /// <summary>
    /// Ends the opening phase: the request time-out applies from here on. Called once the server has accepted the login.
    /// </summary>
    /// <exception cref="ConnectionLostException">The connect time-out passed before.</exception>
    public void Opened()
    {
        _opening?.Dispose();
        _opening = null;
        AnySent = false;
        if (_isLate)
        {
            throw Lost("The connection was not opened", new TimeoutException(), isClosed: false);
        }
    }

    /// <summary>Runs the TLS handshake and encrypts everything that follows.</summary>
    /// <param name="host">The server's host name, for SNI and the certificate check.</param>
    /// <param name="options">Which certificates to trust.</param>
    /// <param name="framing">
    /// Wraps the open stream when the protocol packs handshake records into its own packets; null when they travel alone.
    /// </param>
    /// <exception cref="ConnectionLostException">The handshake failed, or the certificate is not trusted.</exception>
    public void Encrypt(string host, TlsOptions options, Func<Stream, Stream>? framing = null)
    {
        var encrypted = new SslStream(framing?.Invoke(_stream) ?? _stream, leaveInnerStreamOpen: false);
        _stream = encrypted;
        try
        {
            encrypted.AuthenticateAsClient(options.ForClient(host));
            Encrypted = encrypted;
        }
        catch (Exception e) when (e is AuthenticationException or IOException or ObjectDisposedException)
        {
            _isBroken = true;
            throw _isLate ? Lost($"No encrypted connection to {host}", e, isClosed: false)
                : new ConnectionLostException($"No encrypted connection to {host}: {e.Message}", isTimeout: false, e);
        }
    }

    /// <summary>
    /// Continues unencrypted, for protocols that encrypt only the login. No encrypted message may be under way.
    /// </summary>
    public void EndEncryption()
    {
        Encrypted = null;
        _stream = _open;
    }

    /// <summary>Sends all of <paramref name="bytes"/>, which are whole messages.</summary>
    /// <param name="bytes">Whole messages.</param>
    /// <param name="canTakeEffect">
    /// False for bytes that change nothing by themselves, such as data before the message that commits them.
    /// </param>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the server accepts no bytes within the request time-out.
    /// </exception>
    public void Send(ReadOnlySpan<byte> bytes, bool canTakeEffect = true)
    {
        AnySent |= canTakeEffect;
        try
        {
            _stream.Write(bytes);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // .NET also reports a time-out when the server closes the connection during a blocking send. Only reading tells the
            // two apart.
            throw Lost("The data could not be sent", e, isClosed: !_isLate && IsOpenAndReadable());
        }
    }

    /// <summary>
    /// Starts the clock of an answer, which must arrive whole within the request time-out. Called before its first byte is
    /// awaited.
    /// </summary>
    public void BeginAnswer() => (_asked, _hasBegun) = (_clock.GetTimestamp(), false);

    /// <summary>Records that every request is answered: a loss from here on loses nothing.</summary>
    public void Answered() => AnySent = false;

    /// <summary>Waits for bytes and receives those that have arrived.</summary>
    /// <param name="room">Receives the bytes; not empty.</param>
    /// <returns>Bytes received, at least 1.</returns>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the answer is not whole within the request time-out.
    /// </exception>
    public int Receive(Span<byte> room)
    {
        // A caller that waited elsewhere has used up the time-out of the socket's own wait, or comes late for an answer that is
        // there.
        if (_clock.GetElapsedTime(_asked) > _answerTimeout)
        {
            if (_hasBegun || !IsReadable)
            {
                throw Late();
            }

            BeginAnswer();
        }

        int count;
        try
        {
            count = _stream.Read(room);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            throw Lost("The connection was lost while waiting for an answer", e, isClosed: false);
        }

        _hasBegun = true;
        if (count == 0)
        {
            // A socket that this side disposes ends the same way.
            bool isClosed = !_isBroken;
            _isBroken = true;
            throw new ConnectionLostException("The server closed the connection.") { AnySent = AnySent, IsClosed = isClosed };
        }

        if (_clock.GetElapsedTime(_asked) > _answerTimeout)
        {
            throw Late();
        }

        return count;
    }

    /// <summary>
    /// Throws the error by which the server explained why it closed the connection during a send. Returns if none arrived.
    /// Channels call it when a send has failed.
    /// </summary>
    /// <typeparam name="TError">The server's errors in this protocol.</typeparam>
    /// <param name="receive">Receives one message.</param>
    internal void ThrowLastWords<TError>(Action receive)
        where TError : WireException
    {
        BeginAnswer();
        try
        {
            while (true)
            {
                receive();
            }
        }
        catch (WireException error)
        {
            if (error is TError)
            {
                Break();
                throw;
            }
        }
    }

    /// <summary>Marks the connection as unusable, after bytes that break the protocol.</summary>
    public void Break() => _isBroken = true;

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_isBroken)
        {
            SendTheRest();
        }

        _isBroken = true;
        _opening?.Dispose();
        _cut.Unregister();
        _stream.Dispose();
    }

    private ConnectionLostException Late()
    {
        _isBroken = true;
        return new("The server did not finish a message within the request time-out.", isTimeout: true) { AnySent = AnySent };
    }

    private T? AskSocket<T>(Func<Socket, T> question)
    {
        try
        {
            return _socket is null ? default : question(_socket);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw Lost("The connection failed", e, isClosed: true);
        }
    }

    /// <summary>Lets the kernel send what was written before the end of a sound connection, such as a goodbye.</summary>
    private void SendTheRest()
    {
        try
        {
            _socket?.LingerState = new LingerOption(enable: false, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection has just been lost.
        }
    }

    private void Cut()
    {
        _isBroken = true;
        _socket?.Dispose();
    }

    private void GiveUp()
    {
        _isLate = true;
        _socket?.Dispose();
    }

    private bool IsOpenAndReadable()
    {
        try
        {
            return _socket?.Poll(0, SelectMode.SelectRead) ?? false;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }

    private ConnectionLostException Lost(string what, Exception e, bool isClosed)
    {
        _isBroken = true;
        bool isSilence = !isClosed
            && e.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock };
        string why = _isLate
            ? FormattableString.Invariant($"the server did not accept the login within {_openTimeout.TotalSeconds:0.#} s.")
            : isClosed ? "the server closed the connection."
            : isSilence ? "the server stayed silent longer than the request time-out."
            : e.Message;
        return new($"{what}: {why}", _isLate || isSilence, e) { AnySent = AnySent };
    }
}
