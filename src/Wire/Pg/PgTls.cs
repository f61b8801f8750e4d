using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Encrypts a PostgreSQL connection as libpq's <c>sslmode</c> prescribes, and computes the data for channel binding.
/// <see cref="PgConnection"/> calls it before anything else is sent, <see cref="PgHandshake"/> during SCRAM. It throws rather
/// than continue unencrypted when the mode requires encryption.
/// </summary>
internal static class PgTls
{
    private const int SslRequestCode = 80_877_103;

    private static readonly SslApplicationProtocol Protocol = new("postgresql");

    /// <summary>Encrypts the connection if <paramref name="mode"/> requires it, or allows it and the server agrees.</summary>
    /// <param name="stream">A stream over which nothing was sent yet.</param>
    /// <param name="options">Host, certificates and the kind of start.</param>
    /// <param name="mode">When to encrypt; may differ from the options' mode on a second attempt.</param>
    /// <exception cref="ConnectionLostException">
    /// The server does not encrypt, and the mode requires it; or its certificate is not trusted.
    /// </exception>
    public static void Encrypt(WireStream stream, PgConnectionOptions options, PgTlsMode mode)
    {
        if (mode > PgTlsMode.Allow && (options.Tls.IsDirect || AgreesToTls(stream, options.Host, mode)))
        {
            stream.Encrypt(options.Host, Options(mode, options.Tls));
        }
    }

    /// <summary>The TLS options for a mode. Like libpq, named authorities replace those of the machine.</summary>
    /// <param name="mode">What to verify.</param>
    /// <param name="options">Certificates of authorities and client.</param>
    public static TlsOptions Options(PgTlsMode mode, PgTlsOptions options) => new()
    {
        Authorities = options.Authorities,
        AcceptsAnyCertificate = mode < PgTlsMode.VerifyCa,
        ChecksName = mode == PgTlsMode.VerifyFull,
        ChecksRevocation = options.ChecksRevocation,
        ClientCertificate = options.ClientCertificate,
        Protocols = [Protocol],
    };

    /// <summary>
    /// The hash of the server's certificate that SCRAM binds to (<c>tls-server-end-point</c>, RFC 5929, section 4.1).
    /// </summary>
    /// <param name="certificate">The server's certificate.</param>
    /// <returns>The hash; null if the RFC defines none for the certificate's signature algorithm.</returns>
    public static byte[]? EndPoint(X509Certificate certificate)
    {
        using var own = new X509Certificate2(certificate);
        string algorithm = own.SignatureAlgorithm.FriendlyName?.ToUpperInvariant() ?? string.Empty;

        // SHA-256 replaces MD5 and SHA-1. Otherwise the signature's hash is used.
        return algorithm.Contains("SHA384", StringComparison.Ordinal) ? SHA384.HashData(own.RawData)
            : algorithm.Contains("SHA512", StringComparison.Ordinal) ? SHA512.HashData(own.RawData)
            : algorithm.Contains("SHA256", StringComparison.Ordinal) || algorithm.Contains("SHA1", StringComparison.Ordinal)
                || algorithm.Contains("MD5", StringComparison.Ordinal) ? SHA256.HashData(own.RawData)
            : null;
    }

    /// <summary>Sends SSLRequest (section 55.2.10) and reads one byte, no more: TLS follows it.</summary>
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
            'N' => throw new ConnectionLostException($"{host} does not encrypt connections, and SSL Mode={mode} requires it."),
            _ => throw new WireProtocolException(
                $"{host} answered SSLRequest with byte {answer[0]} instead of S or N: does it speak PostgreSQL's protocol?"),
        };
    }
}
