namespace DbIngest.Wire.Bolt;

/// <summary>
/// The server answered with FAILURE. <see cref="BoltConnection"/> throws it after it has reset the session, and
/// <c>Neo4jDriverErrors</c> translates errors of the vendor's driver into it. <c>Neo4jErrors</c> decides by <see cref="Code"/>
/// whether a retry may help. The connection stays usable, unless the login failed.
/// </summary>
/// <param name="code">
/// Neo4j, "Status codes", <c>Neo.CLASS.CATEGORY.TITLE</c>: for example <c>Neo.ClientError.Statement.SyntaxError</c>.
/// </param>
/// <param name="serverMessage">The server's message, unchanged.</param>
public sealed class BoltServerException(string code, string serverMessage)
    : WireException($"{code}: {serverMessage}", innerException: null)
{
    /// <summary>The status code.</summary>
    public string Code => code;
}
