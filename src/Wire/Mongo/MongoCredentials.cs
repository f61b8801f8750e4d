namespace DbIngest.Wire.Mongo;

/// <summary>
/// User, password and mechanism for the login. The MongoDB target's definition creates it from the endpoint.
/// <see cref="MongoLogin"/> asks for the password at each login. Its text form contains no secret.
/// </summary>
/// <param name="user">The user's name; null if the client certificate contains it (X.509).</param>
/// <param name="password">Returns the password; called once per login.</param>
/// <param name="source">The authentication database.</param>
/// <param name="mechanism">
/// <c>SCRAM-SHA-1</c>, <c>SCRAM-SHA-256</c> or <c>MONGODB-X509</c>; null for the strongest SCRAM that the server offers this
/// user.
/// </param>
public sealed class MongoCredentials(string? user, Func<string> password, string source, string? mechanism = null)
{
    internal string? User => user;

    internal string Source => source;

    internal string? Mechanism => mechanism;

    /// <summary>Returns the password. Never log the result.</summary>
    internal string RevealPassword() => password();
}
