namespace DbIngest.Wire.Couchbase;

/// <summary>
/// The server needs a password and the user gave none. <see cref="KvLogin"/> throws it, and <c>CouchbaseErrors</c> reports it as
/// a configuration error, which nothing retries.
/// </summary>
/// <param name="user">The user who has no password.</param>
/// <param name="cause">The failure of the login without it.</param>
public sealed class NoPasswordException(string user, Exception cause)
    : WireException($"The server needs a password for {user}, and none was given.", cause);
