namespace DbIngest.Wire.Pg;

/// <summary>
/// When a connection is encrypted, and what is verified: libpq's <c>sslmode</c>. <c>PostgresWireOptions</c> and
/// <c>CockroachEndpoint</c> set it by the name of its member (do not rename one), <see cref="PgTls"/> obeys it.
/// </summary>
/// <remarks>The members go from the weakest to the strongest, and <see cref="PgTls"/> compares modes by their order.</remarks>
public enum PgTlsMode
{
    /// <summary>Never.</summary>
    Disable,

    /// <summary>Only if the server rejects an unencrypted connection.</summary>
    Allow,

    /// <summary>If the server supports it; the certificate is not verified.</summary>
    Prefer,

    /// <summary>Always; the certificate is not verified.</summary>
    Require,

    /// <summary>Always, and the certificate must come from a trusted authority.</summary>
    VerifyCa,

    /// <summary>Always; the certificate must come from a trusted authority and name the host.</summary>
    VerifyFull,
}
