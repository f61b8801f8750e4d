namespace DbIngest.Wire;

/// <summary>A request to a server failed: the connection (<see cref="ConnectionLostException"/>), its bytes (<see cref="WireProtocolException"/>), or the request. Messages carry no credentials.</summary>
public abstract class WireException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause, if there is one.</param>
    protected WireException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
