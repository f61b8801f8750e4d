namespace DbIngest.Wire.Pg;

/// <summary>Whether SCRAM is bound to the encrypted channel, so that nobody can sit in its middle.</summary>
public enum PgChannelBinding
{
    /// <summary>Never.</summary>
    Disable,

    /// <summary>Where the server offers it.</summary>
    Prefer,

    /// <summary>Always; a server that does not do it is refused.</summary>
    Require,
}
