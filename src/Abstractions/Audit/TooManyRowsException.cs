namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Reports that a database returned more rows than the trial can have stored, so that its answer may never end.
/// <see cref="StoredPartition.Add"/> throws it, a target must not catch it, and the auditor reports that the database could not
/// be read.
/// </summary>
public sealed class TooManyRowsException : Exception
{
    /// <summary>Creates the exception.</summary>
    public TooManyRowsException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">How many rows were too many.</param>
    public TooManyRowsException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">How many rows were too many.</param>
    /// <param name="innerException">The cause.</param>
    public TooManyRowsException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
