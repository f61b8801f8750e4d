namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reports that a target failed outside the timed path: on open, prepare, settle, measure, audit or clean. Targets throw it and
/// nothing else, and the trial itself throws it, for example for an audit without progress. The trial becomes incomplete or
/// unreachable and the sweep continues. Before the first trial it ends the program with its message.
/// </summary>
public sealed class TargetException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened and what to do, for a person. It must contain no secret.</param>
    /// <param name="innerException">The client's exception, kept for the log.</param>
    /// <param name="isUnreachable">True if no server answered (exit code 69). False if the server refused the work.</param>
    public TargetException(string message, Exception? innerException = null, bool isUnreachable = false)
        : base(message, innerException) => IsUnreachable = isUnreachable;

    /// <summary>
    /// True if no server answered. A trial that fails so before its ingestion is unreachable, and a resumed sweep runs it again.
    /// </summary>
    public bool IsUnreachable { get; }

    /// <summary>
    /// True if the same call may succeed later although the server answered, as after a wait for a lock. The service decides by
    /// it whether a client may send the name of a source again.
    /// </summary>
    public bool IsTransient { get; init; }

    /// <summary>
    /// Exception text with stack trace for the log, if the cause is a defect in the target. Null for a known failure.
    /// </summary>
    public string? Details { get; init; }
}
