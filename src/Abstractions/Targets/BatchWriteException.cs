namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reports that the database did not acknowledge a batch or an operation. Writers throw it, and nothing else, on the timed path.
/// A lane decides by its flags whether to try again, and so does the HTTP service. A lane throws it too, for example when the
/// server has failed for good.
/// </summary>
public sealed class BatchWriteException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">One sentence for a person: what happened. It must contain no secret.</param>
    /// <param name="isTransient">True if a retry may help, as after a lost connection. False for a full disk.</param>
    /// <param name="isAmbiguous">
    /// True if the batch or operation was sent, so that it may have taken effect although the database did not acknowledge it.
    /// </param>
    /// <param name="innerException">The client's exception, kept for the log.</param>
    public BatchWriteException(string message, bool isTransient, bool isAmbiguous, Exception? innerException = null)
        : base(message, innerException)
    {
        IsTransient = isTransient;
        IsAmbiguous = isAmbiguous;
    }

    /// <summary>
    /// True if a retry may help. If false, a lane does not retry, except in a trial whose fault fills the server's disk.
    /// </summary>
    public bool IsTransient { get; }

    /// <summary>
    /// True if the attempt may have taken effect. A lane then calls <see cref="IBatchWriter.Recover"/> to find out, before it
    /// retries with a transactional writer, and before it gives the batch up with any writer.
    /// </summary>
    public bool IsAmbiguous { get; }

    /// <summary>
    /// True if the database refused the attempt because another client changed the same record: SQL state 40001, a deadlock, a
    /// failed condition. Such an attempt changed nothing, so it is not ambiguous, unless it changed something in another
    /// database before, as a deletion by a hybrid. Lanes repeat it for up to 30 s whatever <see cref="IsTransient"/> says, and
    /// count it apart from failures. The service reads only the other two flags.
    /// </summary>
    public bool IsConflict { get; init; }
}
