namespace DbIngest.Wire.MySql;

/// <summary>
/// Whether a connection is encrypted, as in <c>mysql --ssl-mode</c>. The endpoint's <c>ssl_mode</c> sets it,
/// <see cref="MySqlHandshake"/> and <c>DriverConnections</c> obey it. <see cref="TlsOptions"/> say which certificates to trust.
/// </summary>
public enum MySqlTlsMode
{
    /// <summary>Never.</summary>
    Disabled,

    /// <summary>If the server supports it. An attacker in the middle can pretend that it does not.</summary>
    Preferred,

    /// <summary>Always. The connection fails if the server does not support it.</summary>
    Required,
}
