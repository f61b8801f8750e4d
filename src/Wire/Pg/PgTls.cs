using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Pg;

/// <summary>Encrypts a connection, and checks the server's certificate as far as the mode says.</summary>
internal static class PgTls
{
    private static readonly SslApplicationProtocol Protocol = new("postgresql");

    /// <summary>Does the handshake.</summary>
    /// <param name="stream">The open connection.</param>
    /// <param name="host">The name that the user gave.</param>
    /// <param name="mode">What must be checked.</param>
    /// <param name="options">With what.</param>
    /// <returns>The encrypted stream; disposing it disposes the inner one.</returns>
    /// <exception cref="PgConnectionException">The handshake failed, or the certificate is not to be trusted.</exception>
    public static SslStream Encrypt(Stream stream, string host, PgTlsMode mode, PgTlsOptions options)
    {
        var encrypted = new SslStream(stream, leaveInnerStreamOpen: false);
        try
        {
            encrypted.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = host,
                ApplicationProtocols = [Protocol],
                EnabledSslProtocols = SslProtocols.None,
                ClientCertificateContext = options.ClientCertificate,
                CertificateRevocationCheckMode = options.ChecksRevocation && mode >= PgTlsMode.VerifyCa ? X509RevocationMode.Online : X509RevocationMode.NoCheck,
                RemoteCertificateValidationCallback = (_, certificate, chain, errors) => IsTrusted(certificate, chain, errors, mode, options),
            });
            return encrypted;
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            encrypted.Dispose();
            throw new PgConnectionException($"No encrypted connection to {host}: {e.Message}", isTimeout: false, e);
        }
    }

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

    private static bool IsTrusted(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors, PgTlsMode mode, PgTlsOptions options)
    {
        if (mode < PgTlsMode.VerifyCa)
        {
            return true;
        }

        if (certificate is null || chain is null || (mode == PgTlsMode.VerifyFull && errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch)))
        {
            return false;
        }

        if (options.Authorities.Count == 0)
        {
            return !errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors);
        }

        // Authorities that are named replace those of the machine, as with libpq.
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        X509Certificate2[] authorities = [.. options.Authorities];
        chain.ChainPolicy.CustomTrustStore.AddRange(authorities);
        chain.ChainPolicy.ExtraStore.AddRange(authorities);
        using var own = new X509Certificate2(certificate);
        return chain.Build(own);
    }
}
