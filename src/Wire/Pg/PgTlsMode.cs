namespace DbIngest.Wire.Pg;

/// <summary>
/// When a connection is encrypted, and what is verified: libpq's <c>sslmode</c>. The endpoints of PostgreSQL and CockroachDB set
/// it, <see cref="PgTls"/> obeys it.
/// </summary>
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
