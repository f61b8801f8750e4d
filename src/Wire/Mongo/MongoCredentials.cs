namespace DbIngest.Wire.Mongo;

/// <summary>A user, how to log in and against which database. Printing it shows no secret.</summary>
/// <param name="user">The user's name; null where the certificate says it (X.509).</param>
/// <param name="password">Hands out the password, when it is needed.</param>
/// <param name="source">The database that knows the user.</param>
/// <param name="mechanism"><c>SCRAM-SHA-1</c>, <c>SCRAM-SHA-256</c> or <c>MONGODB-X509</c>; null for the best that the server has for the user.</param>
public sealed class MongoCredentials(string? user, Func<string> password, string source, string? mechanism = null)
{
    internal string? User => user;

    internal string Source => source;

    internal string? Mechanism => mechanism;

    internal string RevealPassword() => password();
}
