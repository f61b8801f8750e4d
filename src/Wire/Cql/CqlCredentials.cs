namespace DbIngest.Wire.Cql;

/// <summary>A user and a password. Printing it shows neither.</summary>
/// <param name="user">The user's name.</param>
/// <param name="password">Hands out the password, when the server asks for it.</param>
public sealed class CqlCredentials(string user, Func<string> password)
{
    internal string User => user;

    internal string RevealPassword() => password();
}
