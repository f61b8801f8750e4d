namespace DbIngest.Wire.Pg;

/// <summary>The server's bytes are not what the protocol says. The connection cannot be used any more.</summary>
public sealed class PgProtocolException : PgException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What is wrong with the bytes.</param>
    public PgProtocolException(string message)
        : base(message, innerException: null)
    {
    }
}
