namespace DbIngest.Wire.Pg;

/// <summary>
/// A stored row has a field that no record has, such as NULL in place of a number. Another program stored it, so a repeated
/// read cannot help. <see cref="PgRow"/> throws it, and so do readers in <c>DbIngest.Targets</c>. The rest of the answer is not
/// read, so the session must be disposed.
/// </summary>
/// <param name="message">What the row has, as a sentence.</param>
public sealed class PgRowException(string message) : WireException(message, innerException: null)
{
    /// <summary>NULL, where only values of a record may be missing.</summary>
    public static PgRowException OfNull => new("A stored row has NULL as its source, sequence, timestamp or quality.");
}
