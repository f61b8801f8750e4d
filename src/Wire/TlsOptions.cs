using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire;

/// <summary>How the server's certificate is checked, and which one the client shows. By default it must come from an authority that this machine trusts.</summary>
public sealed record TlsOptions
{
    /// <summary>Certificates of authorities to trust.</summary>
    public IReadOnlyList<X509Certificate2> Authorities { get; init; } = [];

    /// <summary>Whether the machine's authorities are trusted besides <see cref="Authorities"/>. They are where there are none of those.</summary>
    public bool TrustsMachineToo { get; init; }

    /// <summary>The name that the certificate must carry; null for the host that is connected to.</summary>
    public string? ServerName { get; init; }

    /// <summary>Whether the certificate's name counts.</summary>
    public bool ChecksName { get; init; } = true;

    /// <summary>Whether any certificate is accepted. The traffic is then encrypted, but anybody may be at the other end.</summary>
    public bool AcceptsAnyCertificate { get; init; }

    /// <summary>Whether the authority is asked for revoked certificates.</summary>
    public bool ChecksRevocation { get; init; }

    /// <summary>The client's own certificate, with its chain, or null.</summary>
    public SslStreamCertificateContext? ClientCertificate { get; init; }

    /// <summary>What is to be spoken over the encryption (ALPN); empty where the server is not to be told.</summary>
    public IReadOnlyList<SslApplicationProtocol> Protocols { get; init; } = [];

    /// <summary>The versions to offer; those of the system unless the protocol does not work with some.</summary>
    public SslProtocols Versions { get; init; } = SslProtocols.None;

    /// <summary>Whether a session of an earlier connection may be taken up again, which shortens the handshake.</summary>
    public bool Resumes { get; init; } = true;

    /// <summary>The options of .NET.</summary>
    /// <param name="host">The host that is connected to.</param>
    /// <returns>The options.</returns>
    public SslClientAuthenticationOptions ForClient(string host) => new()
    {
        TargetHost = ServerName ?? host,
        ApplicationProtocols = Protocols.Count > 0 ? [.. Protocols] : null,
        EnabledSslProtocols = Versions,
        AllowTlsResume = Resumes,
        ClientCertificateContext = ClientCertificate,
        CertificateRevocationCheckMode = ChecksRevocation && !AcceptsAnyCertificate ? X509RevocationMode.Online : X509RevocationMode.NoCheck,
        RemoteCertificateValidationCallback = (_, certificate, chain, errors) => Trusts(certificate, chain, errors),
    };

    /// <summary>Checks a server's certificate.</summary>
    /// <param name="certificate">The certificate.</param>
    /// <param name="chain">The chain that this machine's authorities gave.</param>
    /// <param name="errors">What this machine's check found.</param>
    /// <returns>Whether to go on.</returns>
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
