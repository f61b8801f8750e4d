namespace DbIngest.Core.Targets;

/// <summary>
/// Work that waits for a database was left behind, because the user wants to leave and the database does not answer: whatever else
/// would be asked of it is not worth the waiting.
/// </summary>
public sealed class LeftBehindException : OperationCanceledException
{
    /// <summary>Work was left behind.</summary>
    public LeftBehindException()
    {
    }

    /// <summary>Work was left behind.</summary>
    /// <param name="cancellation">By which the user left.</param>
    public LeftBehindException(CancellationToken cancellation)
        : base(cancellation)
    {
    }

    /// <summary>Work was left behind.</summary>
    /// <param name="message">What.</param>
    public LeftBehindException(string message)
        : base(message)
    {
    }

    /// <summary>Work was left behind.</summary>
    /// <param name="message">What.</param>
    /// <param name="innerException">Why.</param>
    public LeftBehindException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
