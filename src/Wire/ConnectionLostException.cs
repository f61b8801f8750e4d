namespace DbIngest.Wire;

/// <summary>The connection could not be opened, was lost, or stayed silent too long. It cannot be used any more.</summary>
public sealed class ConnectionLostException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="isTimeout">Whether the server stayed silent, rather than closing or refusing the connection.</param>
    /// <param name="innerException">The failure of the socket, if there is one.</param>
    public ConnectionLostException(string message, bool isTimeout = false, Exception? innerException = null)
        : base(message, innerException) => IsTimeout = isTimeout;

    /// <summary>Whether the server stayed silent, rather than closing or refusing the connection.</summary>
    public bool IsTimeout { get; }

    /// <summary>
    /// Whether any of a request that is still unanswered, and that the server can act on, was handed to the operating system. When
    /// false, nothing of it can have taken effect, and nothing still can.
    /// </summary>
    public bool AnySent { get; init; }
}
