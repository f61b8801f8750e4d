namespace DbIngest.Wire;

/// <summary>The server's bytes are not what the protocol says. The connection cannot be used any more.</summary>
public sealed class WireProtocolException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What is wrong with the bytes.</param>
    /// <param name="innerException">What was thrown while they were decoded, if anything.</param>
    public WireProtocolException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
