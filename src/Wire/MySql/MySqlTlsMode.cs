namespace DbIngest.Wire.MySql;

/// <summary>Whether a connection is encrypted: the modes of <c>mysql --ssl-mode</c>. What is checked is in <see cref="TlsOptions"/>.</summary>
public enum MySqlTlsMode
{
    /// <summary>Never.</summary>
    Disabled,

    /// <summary>Where the server can; whoever sits in the middle can say that it cannot.</summary>
    Preferred,

    /// <summary>Always; a server that cannot is refused.</summary>
    Required,
}
