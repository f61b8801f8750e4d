namespace DbIngest.Wire.Cql;

/// <summary>The server's bytes are not what the protocol says. The connection cannot be used any more.</summary>
public sealed class CqlProtocolException : CqlException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What is wrong with the bytes.</param>
    /// <param name="innerException">What was thrown while they were decoded, if anything.</param>
    public CqlProtocolException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
