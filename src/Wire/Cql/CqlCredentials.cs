namespace DbIngest.Wire.Cql;

/// <summary>
/// User and password for the login. <c>CassandraEndpoint</c> creates it, and <c>CassandraUsers</c> for the vendor's default user
/// of a new deployment. <see cref="CqlHandshake"/> asks for the password at each login. Its text form contains no secret.
/// </summary>
/// <param name="user">The user's name.</param>
/// <param name="password">Returns the password; called once per login.</param>
public sealed class CqlCredentials(string user, Func<string> password)
{
    internal string User => user;

    /// <summary>Returns the password. Never log the result.</summary>
    internal string RevealPassword() => password();
}
