namespace DbIngest.Wire.Pg;

/// <summary>The connection could not be opened, was lost, or stayed silent too long. It cannot be used any more.</summary>
public sealed class PgConnectionException : PgException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="isTimeout">Whether the server stayed silent, rather than closing or refusing the connection.</param>
    /// <param name="innerException">The failure of the socket, if there is one.</param>
    public PgConnectionException(string message, bool isTimeout = false, Exception? innerException = null)
        : base(message, innerException) => IsTimeout = isTimeout;

    /// <summary>Whether the server stayed silent, rather than closing or refusing the connection.</summary>
    public bool IsTimeout { get; }
}
