namespace DbIngest.Wire.Bolt;

/// <summary>The server answered with FAILURE. The connection can be used further unless it was the login that failed.</summary>
public sealed class BoltServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="code">The code, <c>Neo.ClientError.Statement.SyntaxError</c> for instance: Neo4j, "Status codes", of the form <c>Neo.CLASS.CATEGORY.TITLE</c>.</param>
    /// <param name="serverMessage">The server's own words.</param>
    public BoltServerException(string code, string serverMessage)
        : base($"{code}: {serverMessage}", innerException: null) => Code = code;

    /// <summary>The code.</summary>
    public string Code { get; }
}
