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
}
