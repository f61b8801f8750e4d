namespace DbIngest.Core.Targets;

/// <summary>
/// Reports that a call was left behind: the user interrupted, and the database does not answer. <see cref="Interruptible"/>, the
/// ingestion of a trial and the end of its fault throw it. Whoever catches it must not call the target again, except to dispose
/// it, because the call may still run.
/// </summary>
public sealed class LeftBehindException : OperationCanceledException
{
    /// <summary>Creates the exception.</summary>
    public LeftBehindException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="cancellation">The token that was cancelled.</param>
    public LeftBehindException(CancellationToken cancellation)
        : base(cancellation)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">Which call was left behind.</param>
    public LeftBehindException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">Which call was left behind.</param>
    /// <param name="innerException">The cause.</param>
    public LeftBehindException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
