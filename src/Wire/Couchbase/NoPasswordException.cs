namespace DbIngest.Wire.Couchbase;

/// <summary>
/// The server needs a password and the user gave none. Thrown by the login, and reported to the user as a configuration error.
/// </summary>
/// <param name="user">The user who has no password.</param>
/// <param name="cause">The failure of the login without it.</param>
public sealed class NoPasswordException(string user, Exception cause)
    : WireException($"The server needs a password for {user}, and none was given.", cause);
