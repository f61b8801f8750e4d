namespace DbIngest.Wire.Couchbase;

/// <summary>
/// User, password and mechanism for the login. The Couchbase target's definition creates it from the endpoint.
/// <see cref="KvLogin"/> asks for the password at each login, <c>ClusterRest</c> and <c>CouchbaseDriverSettings</c> once per
/// client. Its text form contains no secret.
/// </summary>
/// <param name="user">The user's name.</param>
/// <param name="password">
/// Returns the password. Called at every login, once per REST client, and a second time when the server's proof of a login is
/// wrong.
/// </param>
/// <param name="mechanism">A SASL mechanism; null for the strongest SCRAM that the server offers.</param>
public sealed class KvCredentials(string user, Func<string> password, string? mechanism = null)
{
    /// <summary>The user's name.</summary>
    public string User => user;

    internal string? Mechanism => mechanism;

    /// <summary>Returns the password. Never log the result.</summary>
    public string RevealPassword() => password();
}
