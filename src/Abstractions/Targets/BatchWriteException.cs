namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reports that the database did not acknowledge a batch or an operation. Writers throw it, and nothing else, on the timed path.
/// The retry pipeline of a lane decides by its two flags whether to try again.
/// </summary>
public sealed class BatchWriteException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">One sentence for a person: what happened. It must contain no secret.</param>
    /// <param name="isTransient">True if a retry may help, as after a lost connection. False for a full disk.</param>
    /// <param name="isAmbiguous">
    /// True if the batch was sent, so that the database may store it without having acknowledged it.
    /// </param>
    /// <param name="innerException">The client's exception, kept for the log.</param>
    public BatchWriteException(string message, bool isTransient, bool isAmbiguous, Exception? innerException = null)
        : base(message, innerException)
    {
        IsTransient = isTransient;
        IsAmbiguous = isAmbiguous;
    }

    /// <summary>True if a retry may help. The pipeline gives the batch up at once if not.</summary>
    public bool IsTransient { get; }

    /// <summary>True if the database may store the batch. <see cref="IBatchWriter.Recover"/> then has to look for it.</summary>
    public bool IsAmbiguous { get; }

    /// <summary>
    /// True if the database refused the attempt because another client changes the same record: SQL state 40001, a deadlock, a
    /// failed condition. Such an attempt changed nothing, is transient, and is counted apart from failures.
    /// </summary>
    public bool IsConflict { get; init; }
}
