using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace DbIngest.Wire.Cql;

/// <summary>Opens the byte stream to a server: a blocking socket, encrypted where that is asked for.</summary>
internal static class CqlTransport
{
    public static Stream Open(EndPoint server, CqlConnectionOptions options)
    {
        var socket = Connect(server, options.ConnectTimeout);
        try
        {
            socket.NoDelay = true;
            socket.ReceiveTimeout = Milliseconds(options.ConnectTimeout < options.RequestTimeout ? options.ConnectTimeout : options.RequestTimeout);
            socket.SendTimeout = Milliseconds(options.RequestTimeout);
            var stream = new NetworkStream(socket, ownsSocket: true);
            return options.Tls is null ? stream : Encrypt(stream, server, options.Tls);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>The server has let us in: from now on it has the time of a request to answer.</summary>
    public static void BeginRequests(Stream stream, CqlConnectionOptions options)
    {
        if (stream.CanTimeout)
        {
            stream.ReadTimeout = Milliseconds(options.RequestTimeout);
        }
    }

    public static CqlConnectionException Lost(string what, Exception exception)
    {
        bool isTimeout = exception.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock };
        return new CqlConnectionException(isTimeout ? $"{what}: the server stayed silent too long." : $"{what}: {exception.Message}", isTimeout, exception);
    }

    private static int Milliseconds(TimeSpan time) => (int)Math.Clamp(time.TotalMilliseconds, 1, int.MaxValue);

    private static Socket Connect(EndPoint server, TimeSpan timeout)
    {
        try
        {
            return BlockingSocket.Connect(server as IPEndPoint ?? Resolve((DnsEndPoint)server), timeout);
        }
        catch (TimeoutException exception)
        {
            throw new CqlConnectionException(exception.Message, isTimeout: true, exception);
        }
        catch (SocketException exception)
        {
            throw new CqlConnectionException($"{server} cannot be connected to: {exception.Message}", isTimeout: false, exception);
        }
    }

    private static IPEndPoint Resolve(DnsEndPoint server)
    {
        var addresses = Dns.GetHostAddresses(server.Host);
        var address = addresses.FirstOrDefault(a => a.AddressFamily == AddressFamily.InterNetwork) ?? addresses[0];
        return new IPEndPoint(address, server.Port);
    }

    private static SslStream Encrypt(NetworkStream stream, EndPoint server, CqlTlsOptions options)
    {
        string host = server is DnsEndPoint dns ? dns.Host : ((IPEndPoint)server).Address.ToString();
        var encrypted = new SslStream(stream, leaveInnerStreamOpen: false);
        try
        {
            encrypted.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = options.ServerName ?? host,
                EnabledSslProtocols = SslProtocols.None,
                RemoteCertificateValidationCallback = (_, certificate, chain, errors) => options.Trusts(certificate, chain, errors),
            });
            return encrypted;
        }
        catch (Exception exception) when (exception is AuthenticationException or IOException)
        {
            encrypted.Dispose();
            throw new CqlConnectionException($"{server}: no encrypted connection: {exception.Message}", isTimeout: false, exception);
        }
    }
}
