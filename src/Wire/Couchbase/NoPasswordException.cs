namespace DbIngest.Wire.Couchbase;

/// <summary>A server asks for a password, and none was given.</summary>
public sealed class NoPasswordException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="user">The user whose password is asked for.</param>
    /// <param name="cause">What failed for want of it.</param>
    public NoPasswordException(string user, Exception cause)
        : base($"The server asks for the password of {user}, and none was given.", cause)
    {
    }
}
