using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Pg;

/// <summary>Encryption as the modes of libpq have it.</summary>
internal static class PgTls
{
    private static readonly SslApplicationProtocol Protocol = new("postgresql");

    /// <summary>What a mode checks.</summary>
    /// <param name="mode">The mode.</param>
    /// <param name="options">With what.</param>
    /// <returns>The options of the handshake. Authorities that are named replace those of the machine, as with libpq.</returns>
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
    /// The hash of the server's certificate that SCRAM is bound to: <c>tls-server-end-point</c>, RFC 5929, section 4.1.
    /// </summary>
    /// <param name="certificate">The certificate.</param>
    /// <returns>The hash, or null where the certificate's signature has no hash that the RFC defines one by.</returns>
    public static byte[]? EndPoint(X509Certificate certificate)
    {
        using var own = new X509Certificate2(certificate);
        string algorithm = own.SignatureAlgorithm.FriendlyName?.ToUpperInvariant() ?? string.Empty;

        // MD5 and SHA-1 are replaced by SHA-256; otherwise it is the hash of the signature.
        return algorithm.Contains("SHA384", StringComparison.Ordinal) ? SHA384.HashData(own.RawData)
            : algorithm.Contains("SHA512", StringComparison.Ordinal) ? SHA512.HashData(own.RawData)
            : algorithm.Contains("SHA256", StringComparison.Ordinal) || algorithm.Contains("SHA1", StringComparison.Ordinal)
                || algorithm.Contains("MD5", StringComparison.Ordinal) ? SHA256.HashData(own.RawData)
            : null;
    }
}
