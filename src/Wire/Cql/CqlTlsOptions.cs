using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Cql;

/// <summary>How the server's certificate is checked. By default it must come from an authority that this machine trusts.</summary>
public sealed record CqlTlsOptions
{
    /// <summary>Certificates of authorities to trust besides the machine's.</summary>
    public IReadOnlyList<X509Certificate2> TrustedAuthorities { get; init; } = [];

    /// <summary>The name that the certificate must carry; null for the host that is connected to.</summary>
    public string? ServerName { get; init; }

    /// <summary>Whether any certificate is accepted. The traffic is then encrypted, but anybody may be at the other end.</summary>
    public bool AcceptsAnyCertificate { get; init; }

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

        if (TrustedAuthorities.Count == 0 || certificate is null || errors is SslPolicyErrors.None)
        {
            return errors is SslPolicyErrors.None;
        }

        // The user's authorities count besides the machine's; a wrong name stays wrong.
        if (errors != SslPolicyErrors.RemoteCertificateChainErrors)
        {
            return false;
        }

        using var own = new X509Chain();
        own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        own.ChainPolicy.CustomTrustStore.AddRange(TrustedAuthorities.ToArray());
        foreach (var element in chain?.ChainElements.Skip(1) ?? [])
        {
            own.ChainPolicy.ExtraStore.Add(element.Certificate);
        }

        return own.Build(new X509Certificate2(certificate));
    }
}
