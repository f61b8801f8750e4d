using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace DbIngest.Wire.Pg;

/// <summary>Opens the byte stream to a server: a blocking socket, encrypted where that is asked for.</summary>
internal static class PgTransport
{
    private const int SslRequestCode = 80_877_103;

    /// <summary>Connects.</summary>
    /// <param name="options">Where and how.</param>
    /// <param name="mode">When to encrypt.</param>
    /// <returns>The channel, and the encrypted stream under it, or null.</returns>
    /// <exception cref="PgConnectionException">The server cannot be connected to, or not as is asked.</exception>
    public static (PgChannel Channel, SslStream? Encrypted) Open(PgConnectionOptions options, PgTlsMode mode)
    {
        var socket = Connect(options);
        var stream = new NetworkStream(socket, ownsSocket: true);
        try
        {
            int timeoutMs = (int)Math.Clamp(options.RequestTimeout.TotalMilliseconds, 1, int.MaxValue);
            socket.ReceiveTimeout = timeoutMs;
            socket.SendTimeout = timeoutMs;
            if (mode <= PgTlsMode.Allow || !(options.Tls.IsDirect || AgreesToTls(stream, options.Host, mode)))
            {
                return (new(stream, socket, isEncrypted: false), null);
            }

            var encrypted = PgTls.Encrypt(stream, options.Host, mode, options.Tls);
            return (new(encrypted, socket, isEncrypted: true), encrypted);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Asks by SSLRequest (section 55.2.10). One byte is read and no more: what follows it must be TLS.</summary>
    private static bool AgreesToTls(NetworkStream stream, string host, PgTlsMode mode)
    {
        int answer;
        try
        {
            stream.Write(new PgRequest(type: null).Int32(SslRequestCode).Finish());
            answer = stream.ReadByte();
        }
        catch (IOException e)
        {
            throw new PgConnectionException($"{host} does not answer whether it encrypts: {e.Message}", isTimeout: false, e);
        }

        return answer switch
        {
            'S' => true,
            'N' when mode == PgTlsMode.Prefer => false,
            'N' => throw new PgConnectionException($"{host} does not encrypt connections, and SSL Mode={mode} asks for it."),
            -1 => throw new PgConnectionException($"{host} closed the connection when it was asked whether it encrypts."),
            _ => throw new PgProtocolException($"{host} answers SSLRequest with byte {answer}, which is neither S nor N."),
        };
    }

    private static Socket Connect(PgConnectionOptions options)
    {
        Exception? failure = null;
        var servers = Servers(options);
        foreach (var server in servers)
        {
            try
            {
                return BlockingSocket.Connect(server, options.ConnectTimeout / servers.Count, socket => Configure(socket, options));
            }
            catch (Exception e) when (e is SocketException or TimeoutException)
            {
                failure = e;
            }
        }

        throw new PgConnectionException(
            $"{options.Host}:{options.Port} cannot be connected to: {failure?.Message ?? "the name has no address."}", failure is TimeoutException, failure);
    }

    private static List<EndPoint> Servers(PgConnectionOptions options)
    {
        if (options.Host.StartsWith('/') || options.Host.StartsWith('@'))
        {
            // An abstract socket's name begins with a zero.
            string folder = options.Host[0] == '@' ? string.Concat("\0", options.Host.AsSpan(1)) : options.Host;
            return [new UnixDomainSocketEndPoint(Path.Combine(folder, FormattableString.Invariant($".s.PGSQL.{options.Port}")))];
        }

        try
        {
            return [.. Dns.GetHostAddresses(options.Host).Select(address => new IPEndPoint(address, options.Port))];
        }
        catch (SocketException e)
        {
            throw new PgConnectionException($"{options.Host}: {e.Message}", isTimeout: false, e);
        }
    }

    private static void Configure(Socket socket, PgConnectionOptions options)
    {
        if (options.SendBufferBytes > 0)
        {
            socket.SendBufferSize = options.SendBufferBytes;
        }

        if (options.ReceiveBufferBytes > 0)
        {
            socket.ReceiveBufferSize = options.ReceiveBufferBytes;
        }

        if (socket.AddressFamily == AddressFamily.Unix)
        {
            return;
        }

        socket.NoDelay = true;
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, options.KeepsAlive || options.KeepAliveTimeS > 0);
        if (options.KeepAliveTimeS > 0)
        {
            int intervalS = options.KeepAliveIntervalS > 0 ? options.KeepAliveIntervalS : options.KeepAliveTimeS;
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, options.KeepAliveTimeS);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, intervalS);
        }
    }
}
