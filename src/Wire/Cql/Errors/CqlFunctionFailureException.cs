namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// A user-defined function failed. <see cref="CqlErrorReader"/> creates it for <see cref="CqlErrorCode.FunctionFailure"/>; the
/// statements of this program call no functions. The connection stays usable.
/// </summary>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="keyspace">The function's keyspace.</param>
/// <param name="function">The function's name.</param>
/// <param name="argumentTypes">CQL types of its arguments.</param>
public sealed class CqlFunctionFailureException(
    string serverMessage, string keyspace, string function, IReadOnlyList<string> argumentTypes)
    : CqlServerException(CqlErrorCode.FunctionFailure, serverMessage,
        $"{keyspace}.{function}({string.Join(", ", argumentTypes)})")
{
    /// <summary>The function's keyspace.</summary>
    public string Keyspace => keyspace;

    /// <summary>The function's name.</summary>
    public string Function => function;

    /// <summary>CQL types of the function's arguments.</summary>
    public IReadOnlyList<string> ArgumentTypes => argumentTypes;
}
