using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Pg;

/// <summary>
/// When to encrypt a PostgreSQL connection, and with which certificates. <c>PostgresWireOptions</c> and <c>CockroachEndpoint</c>
/// build it from the endpoint, <see cref="PgTls"/> reads it when a connection opens. Immutable.
/// </summary>
public sealed record PgTlsOptions
{
    /// <summary>When to encrypt.</summary>
    public PgTlsMode Mode { get; init; } = PgTlsMode.Prefer;

    /// <summary>Whether TLS starts at once instead of after SSLRequest (server version 17 and later).</summary>
    public bool IsDirect { get; init; }

    /// <summary>Certificate authorities to trust; if empty, the machine's.</summary>
    public IReadOnlyList<X509Certificate2> Authorities { get; init; } = [];

    /// <summary>The client's certificate with its chain; null for none.</summary>
    public SslStreamCertificateContext? ClientCertificate { get; init; }

    /// <summary>Whether revocation is checked online.</summary>
    public bool ChecksRevocation { get; init; }
}
