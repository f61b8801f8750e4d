namespace DbIngest.Abstractions.Targets;

/// <summary>A batch was not acknowledged.</summary>
public sealed class BatchWriteException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What happened, for a person. It carries no secret.</param>
    /// <param name="isTransient">Whether trying again may help: a lost connection or a busy server, but not a full disk.</param>
    /// <param name="isAmbiguous">Whether the batch may be stored all the same, since it had been sent.</param>
    /// <param name="innerException">The driver's exception.</param>
    public BatchWriteException(string message, bool isTransient, bool isAmbiguous, Exception? innerException = null)
        : base(message, innerException)
    {
        IsTransient = isTransient;
        IsAmbiguous = isAmbiguous;
    }

    /// <summary>Whether trying again may help.</summary>
    public bool IsTransient { get; }

    /// <summary>Whether the batch may be stored all the same: recovery then looks for it, and else does not.</summary>
    public bool IsAmbiguous { get; }
}
