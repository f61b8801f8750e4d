namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Reports that a database returned more rows than the trial can have stored, so that its answer may never end.
/// <see cref="StoredPartition"/> and <see cref="StoredContent"/> throw it while a target adds rows. The target must let it pass,
/// unchanged. <c>Auditor</c> turns it into a <see cref="Targets.TargetException"/>, and the trial has no verdict.
/// </summary>
public sealed class TooManyRowsException : Exception
{
    /// <summary>Creates the exception.</summary>
    public TooManyRowsException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">How many rows the database may return.</param>
    public TooManyRowsException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">How many rows the database may return.</param>
    /// <param name="innerException">The cause.</param>
    public TooManyRowsException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
