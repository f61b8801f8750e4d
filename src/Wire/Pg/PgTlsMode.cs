namespace DbIngest.Wire.Pg;

/// <summary>When a connection is encrypted: libpq's <c>sslmode</c>.</summary>
public enum PgTlsMode
{
    /// <summary>Never.</summary>
    Disable,

    /// <summary>Only when the server refuses an open connection.</summary>
    Allow,

    /// <summary>When the server can; the certificate is not looked at.</summary>
    Prefer,

    /// <summary>Always; the certificate is not looked at.</summary>
    Require,

    /// <summary>Always, and the certificate must come from a trusted authority.</summary>
    VerifyCa,

    /// <summary>Always, and the certificate must come from a trusted authority and be for the host's name.</summary>
    VerifyFull,
}
