namespace DbIngest.Abstractions.Targets;

/// <summary>A target failed outside the write path: while it was opened, prepared, settled, measured, audited or cleaned.</summary>
public sealed class TargetException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened and what to do about it, for a person. It carries no secret.</param>
    /// <param name="innerException">The driver's exception.</param>
    /// <param name="isUnreachable">Whether the database could not be reached at all (exit code 69), rather than refused the work.</param>
    public TargetException(string message, Exception? innerException = null, bool isUnreachable = false)
        : base(message, innerException) => IsUnreachable = isUnreachable;

    /// <summary>Whether the database could not be reached at all.</summary>
    public bool IsUnreachable { get; }

    /// <summary>For the log, of a defect: the exception with its trace. Null when the database failed in a way that the target knows.</summary>
    public string? Details { get; init; }
}
