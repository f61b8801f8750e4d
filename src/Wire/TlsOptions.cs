using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire;

/// <summary>
/// Says how a TLS client checks the server's certificate and which certificate it presents. Targets build it from endpoint
/// options. <see cref="WireStream"/> uses it for the handshake. By default the certificate must come from an authority that this
/// machine trusts and name the host. Immutable.
/// </summary>
public sealed record TlsOptions
{
    // Extended key usage id-kp-serverAuth (RFC 5280, 4.2.1.12). A certificate without that extension fits every purpose.
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    /// <summary>Certificate authorities to trust. If empty, the machine's are trusted.</summary>
    public IReadOnlyList<X509Certificate2> Authorities { get; init; } = [];

    /// <summary>Whether the machine's authorities are trusted in addition to <see cref="Authorities"/>.</summary>
    public bool TrustsMachineToo { get; init; }

    /// <summary>The name that the certificate must carry; null for the host of the connection.</summary>
    public string? ServerName { get; init; }

    /// <summary>Whether the certificate must carry the server's name.</summary>
    public bool ChecksName { get; init; } = true;

    /// <summary>Accepts any certificate: the traffic is encrypted, but nothing proves who the server is.</summary>
    public bool AcceptsAnyCertificate { get; init; }

    /// <summary>Whether revocation is checked online.</summary>
    public bool ChecksRevocation { get; init; }

    /// <summary>The client's certificate with its chain; null for none.</summary>
    public SslStreamCertificateContext? ClientCertificate { get; init; }

    /// <summary>Protocols to offer by ALPN; empty to send no ALPN.</summary>
    public IReadOnlyList<SslApplicationProtocol> Protocols { get; init; } = [];

    /// <summary>TLS versions to offer; <see cref="SslProtocols.None"/> lets the system choose.</summary>
    public SslProtocols Versions { get; init; } = SslProtocols.None;

    /// <summary>Whether TLS sessions of earlier connections may be resumed, which shortens the handshake.</summary>
    public bool Resumes { get; init; } = true;

    /// <summary>Turns these options into those of .NET's <see cref="SslStream"/>.</summary>
    /// <param name="host">The host to connect to, checked against the certificate unless <see cref="ServerName"/> is set.</param>
    public SslClientAuthenticationOptions ForClient(string host) => new()
    {
        TargetHost = ServerName ?? host,
        ApplicationProtocols = Protocols.Count > 0 ? [.. Protocols] : null,
        EnabledSslProtocols = Versions,
        AllowTlsResume = Resumes,
        ClientCertificateContext = ClientCertificate,
        CertificateRevocationCheckMode = ChecksRevocation && !AcceptsAnyCertificate ? X509RevocationMode.Online
            : X509RevocationMode.NoCheck,
        RemoteCertificateValidationCallback = (_, certificate, chain, errors) => Trusts(certificate, chain, errors),
    };

    /// <summary>Decides whether to trust a server's certificate. <see cref="SslStream"/> calls it during the handshake.</summary>
    /// <param name="certificate">The server's certificate.</param>
    /// <param name="chain">The chain that this machine built from its own authorities.</param>
    /// <param name="errors">The errors that this machine's check found.</param>
    public bool Trusts(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (AcceptsAnyCertificate)
        {
            return true;
        }

        if (certificate is null || chain is null || (ChecksName && errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch)))
        {
            return false;
        }

        if ((Authorities.Count == 0 || TrustsMachineToo) && !errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors))
        {
            return true;
        }

        if (Authorities.Count == 0)
        {
            return false;
        }

        using var own = new X509Chain();
        own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        own.ChainPolicy.RevocationMode = chain.ChainPolicy.RevocationMode;
        own.ChainPolicy.RevocationFlag = chain.ChainPolicy.RevocationFlag;

        // The machine's own check asks for this purpose too. The certificate of a client must not pass as the server's.
        own.ChainPolicy.ApplicationPolicy.Add(new Oid(ServerAuthentication));
        X509Certificate2[] authorities = [.. Authorities];
        own.ChainPolicy.CustomTrustStore.AddRange(authorities);
        own.ChainPolicy.ExtraStore.AddRange(authorities);
        foreach (var element in chain.ChainElements.Skip(1))
        {
            own.ChainPolicy.ExtraStore.Add(element.Certificate);
        }

        using var leaf = new X509Certificate2(certificate);
        return own.Build(leaf);
    }
}
