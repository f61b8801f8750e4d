using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace DbIngest.Wire;

/// <summary>
/// The bytes of a connection: blocking, encrypted where asked for, every loss one exception. Framing is the protocol's. Used by one
/// thread at a time; another may dispose it, which ends whatever call is under way.
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
    private volatile bool _isLate;
    private volatile bool _isBroken;
    private long _asked;

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

    /// <summary>Whether the connection is of no more use.</summary>
    public bool IsBroken => _isBroken;

    /// <summary>The encryption, or null.</summary>
    public SslStream? Encrypted { get; private set; }

    /// <summary>Whether a request that the server can act on has been sent and not been answered; see <see cref="ConnectionLostException.AnySent"/>.</summary>
    public bool AnySent { get; private set; }

    /// <summary>Whether the server has sent something, or closed. Always false with encryption, where only reading can tell.</summary>
    public bool HasInput => Encrypted is null && IsReadable;

    /// <summary>Whether bytes, encrypted ones included, or the end of the connection can be read.</summary>
    /// <exception cref="ConnectionLostException">The connection is gone.</exception>
    public bool IsReadable
    {
        get
        {
            try
            {
                return _socket?.Poll(0, SelectMode.SelectRead) ?? false;
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                throw Lost("The connection failed", e, isClosed: true);
            }
        }
    }

    /// <summary>Connects. What follows until <see cref="Opened"/> counts against the connect time-out.</summary>
    /// <param name="server">An address, a name with a port, or a Unix socket.</param>
    /// <param name="settings">How.</param>
    /// <returns>The stream.</returns>
    /// <exception cref="ConnectionLostException">The server cannot be connected to in time.</exception>
    public static WireStream Connect(EndPoint server, SocketSettings settings)
    {
        long started = Stopwatch.GetTimestamp();
        var socket = BlockingSocket.Connect(server, settings);
        var wire = new WireStream(new NetworkStream(socket, ownsSocket: true), socket, settings);
        var left = settings.ConnectTimeout - Stopwatch.GetElapsedTime(started);

        // Closing the socket ends a handshake that waits, however slowly bytes trickle in.
        wire._opening = new Timer(_ => wire.GiveUp(), null, left > TimeSpan.Zero ? left : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        return wire;
    }

    /// <summary>Uses a stream that is open already.</summary>
    /// <param name="stream">The stream, disposed with this one.</param>
    /// <param name="settings">The time-outs.</param>
    /// <returns>The stream.</returns>
    public static WireStream Of(Stream stream, SocketSettings settings) => new(stream, socket: null, settings);

    /// <summary>The server has let us in: from now on the time-out of requests counts.</summary>
    /// <exception cref="ConnectionLostException">The time to connect was over before.</exception>
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

    /// <summary>Encrypts what follows.</summary>
    /// <param name="host">The name that the server was given.</param>
    /// <param name="options">What is checked, and with what.</param>
    /// <param name="framing">What the protocol packs the handshake's records into, around the open stream; null when they stand alone.</param>
    /// <exception cref="ConnectionLostException">The handshake failed, or the certificate is not to be trusted.</exception>
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

    /// <summary>What follows is open again, as a protocol has it that encrypts its login only. Nothing encrypted may be under way.</summary>
    public void EndEncryption()
    {
        Encrypted = null;
        _stream = _open;
    }

    /// <summary>Sends bytes, all of them.</summary>
    /// <param name="bytes">Whole messages.</param>
    /// <param name="canTakeEffect">Whether the server can act on a request by these bytes; false for data before the word that commits them.</param>
    /// <exception cref="ConnectionLostException">The connection is gone, or the server takes nothing.</exception>
    public void Send(ReadOnlySpan<byte> bytes, bool canTakeEffect = true)
    {
        AnySent |= canTakeEffect;
        try
        {
            _stream.Write(bytes);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // .NET calls it a time-out too when the server closes a connection in the middle of a blocking send: but that can be read.
            throw Lost("The data could not be sent", e, isClosed: !_isLate && IsOpenAndReadable());
        }
    }

    /// <summary>An answer is awaited: its time begins now, and it must be whole within the request's.</summary>
    public void BeginAnswer() => _asked = _clock.GetTimestamp();

    /// <summary>Nothing is unanswered: a loss from here on loses nothing.</summary>
    public void Answered() => AnySent = false;

    /// <summary>Receives what there is, waiting for the first byte.</summary>
    /// <param name="room">Where to; not empty.</param>
    /// <returns>How many bytes, at least 1.</returns>
    /// <exception cref="ConnectionLostException">The connection is gone, or the answer is not whole within the request's time.</exception>
    public int Receive(Span<byte> room)
    {
        int count;
        try
        {
            count = _stream.Read(room);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            throw Lost("The connection was lost while waiting for an answer", e, isClosed: false);
        }

        if (count == 0)
        {
            _isBroken = true;
            throw new ConnectionLostException("The server closed the connection.") { AnySent = AnySent };
        }

        if (_clock.GetElapsedTime(_asked) > _answerTimeout)
        {
            _isBroken = true;
            throw new ConnectionLostException("The server did not finish a message in time.", isTimeout: true) { AnySent = AnySent };
        }

        return count;
    }

    /// <summary>Gives the connection up.</summary>
    public void Break() => _isBroken = true;

    /// <inheritdoc/>
    public void Dispose()
    {
        _isBroken = true;
        _opening?.Dispose();
        _stream.Dispose();
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
        bool isSilence = !isClosed && e.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock };
        string why = _isLate ? FormattableString.Invariant($"the server did not let us in within {_openTimeout.TotalSeconds:0.#} s.")
            : isClosed ? "the server closed the connection."
            : isSilence ? "the server stayed silent too long."
            : e.Message;
        return new($"{what}: {why}", _isLate || isSilence, e) { AnySent = AnySent };
    }
}
