namespace DbIngest.Wire.Couchbase;

/// <summary>A user and how to log in. Printing it shows no secret.</summary>
/// <param name="user">The user's name.</param>
/// <param name="password">Hands out the password, when it is needed.</param>
/// <param name="mechanism">A mechanism; null for the best of SCRAM that the server has.</param>
public sealed class KvCredentials(string user, Func<string> password, string? mechanism = null)
{
    /// <summary>The user's name.</summary>
    public string User => user;

    internal string? Mechanism => mechanism;

    /// <summary>Hands out the password.</summary>
    public string RevealPassword() => password();
}
