namespace DbIngest.Wire.Cql;

/// <summary>The connection could not be opened, was lost, or stayed silent too long. It cannot be used any more.</summary>
public sealed class CqlConnectionException : CqlException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened, with the address.</param>
    /// <param name="isTimeout">Whether the server stayed silent, rather than closing or refusing the connection.</param>
    /// <param name="innerException">The failure of the socket, if there is one.</param>
    public CqlConnectionException(string message, bool isTimeout, Exception? innerException = null)
        : base(message, innerException) => IsTimeout = isTimeout;

    /// <summary>Whether the server stayed silent, rather than closing or refusing the connection.</summary>
    public bool IsTimeout { get; }
}
