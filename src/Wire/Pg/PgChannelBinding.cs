namespace DbIngest.Wire.Pg;

/// <summary>
/// Whether SCRAM is bound to the TLS channel, which excludes an attacker in the middle: libpq's <c>channel_binding</c>.
/// <c>PostgresWireOptions</c> sets it from the endpoint by the name of its member (do not rename one), <see cref="PgHandshake"/>
/// obeys it.
/// </summary>
public enum PgChannelBinding
{
    /// <summary>Never.</summary>
    Disable,

    /// <summary>If the server offers it.</summary>
    Prefer,

    /// <summary>Always. The connection fails if the server does not offer it.</summary>
    Require,
}
