namespace DbIngest.Abstractions.Audit;

/// <summary>
/// A database gave back more rows than it can hold of a trial, so that its answer may have no end. Thrown by
/// <see cref="StoredPartition.Add"/>; a target lets it pass, and the audit says that the database could not be read.
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
