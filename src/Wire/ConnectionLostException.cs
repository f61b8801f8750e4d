namespace DbIngest.Wire;

/// <summary>
/// The connection could not be opened, was lost, or timed out. <see cref="WireStream"/> and <see cref="SocketConnector"/> throw
/// it for every protocol, and the login of a protocol for a setting that the server does not meet. Targets decide by
/// <see cref="AnySent"/> whether the request may have taken effect. The connection object must be disposed. Writers open a new
/// one before they retry.
/// </summary>
/// <param name="message">What happened, where, and the remedy; without credentials.</param>
/// <param name="isTimeout">True when the server stayed silent; false when it closed or refused the connection.</param>
/// <param name="innerException">The socket's failure; null if there is none.</param>
public sealed class ConnectionLostException(string message, bool isTimeout = false, Exception? innerException = null)
    : WireException(message, innerException)
{
    /// <summary>True when the server stayed silent; false when it closed or refused the connection.</summary>
    public bool IsTimeout => isTimeout;

    /// <summary>
    /// True when the server ended the connection in order: everything that it sent has been received. False after a reset, a
    /// time-out, or when this side gave the connection up.
    /// </summary>
    public bool IsClosed { get; init; }

    /// <summary>
    /// Whether a request without an answer, on which the server can act, was handed to the operating system at least in part.
    /// When false, that request cannot have taken effect and never will.
    /// </summary>
    public bool AnySent { get; init; }
}
