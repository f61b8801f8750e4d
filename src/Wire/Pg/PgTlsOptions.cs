using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Pg;

/// <summary>Encryption of a connection.</summary>
public sealed record PgTlsOptions
{
    /// <summary>When to encrypt.</summary>
    public PgTlsMode Mode { get; init; } = PgTlsMode.Prefer;

    /// <summary>Whether TLS begins at once, rather than after asking by SSLRequest (server version 17 and later).</summary>
    public bool IsDirect { get; init; }

    /// <summary>The authorities to trust; when there are none, those of the machine.</summary>
    public IReadOnlyList<X509Certificate2> Authorities { get; init; } = [];

    /// <summary>The client's own certificate, with its chain, or null.</summary>
    public SslStreamCertificateContext? ClientCertificate { get; init; }

    /// <summary>Whether the authority is asked for revoked certificates.</summary>
    public bool ChecksRevocation { get; init; }
}
