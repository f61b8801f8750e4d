using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire.Pg;

/// <summary>Opens the byte stream to a server, encrypted where that is asked for.</summary>
internal static class PgTransport
{
    private const int SslRequestCode = 80_877_103;

    /// <summary>Connects.</summary>
    /// <param name="options">Where and how.</param>
    /// <param name="mode">When to encrypt.</param>
    /// <returns>The stream, not yet <see cref="WireStream.Opened"/>.</returns>
    /// <exception cref="ConnectionLostException">The server cannot be connected to, or not as is asked.</exception>
    public static WireStream Open(PgConnectionOptions options, PgTlsMode mode)
    {
        var stream = WireStream.Connect(Server(options), options.Socket);
        try
        {
            if (mode > PgTlsMode.Allow && (options.Tls.IsDirect || AgreesToTls(stream, options.Host, mode)))
            {
                stream.Encrypt(options.Host, PgTls.Options(mode, options.Tls));
            }

            return stream;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Asks by SSLRequest (section 55.2.10). One byte is read and no more: what follows it must be TLS.</summary>
    private static bool AgreesToTls(WireStream stream, string host, PgTlsMode mode)
    {
        Span<byte> answer = stackalloc byte[1];
        stream.Send(new PgRequest(type: null).Int32(SslRequestCode).Finish());
        stream.BeginAnswer();
        stream.Receive(answer);
        return (char)answer[0] switch
        {
            'S' => true,
            'N' when mode == PgTlsMode.Prefer => false,
            'N' => throw new ConnectionLostException($"{host} does not encrypt connections, and SSL Mode={mode} asks for it."),
            _ => throw new WireProtocolException($"{host} answers SSLRequest with byte {answer[0]}, which is neither S nor N."),
        };
    }

    private static EndPoint Server(PgConnectionOptions options)
    {
        if (options.Host.StartsWith('/') || options.Host.StartsWith('@'))
        {
            // An abstract socket's name begins with a zero.
            string folder = options.Host[0] == '@' ? string.Concat("\0", options.Host.AsSpan(1)) : options.Host;
            return new UnixDomainSocketEndPoint(Path.Combine(folder, FormattableString.Invariant($".s.PGSQL.{options.Port}")));
        }

        return new DnsEndPoint(options.Host, options.Port);
    }
}
