namespace DbIngest.Wire.Tds;

/// <summary>
/// The server answered with an error. <see cref="TdsAnswer"/> throws it at the end of the answer. <c>SqlServerErrors</c> decides
/// by <see cref="Number"/> whether to retry. Up to severity 19 the connection stays usable. From 20 on the server closes it.
/// </summary>
/// <param name="number">The error number, as in <c>sys.messages</c>.</param>
/// <param name="severity">The severity, 11 to 25.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="others">Numbers of further errors in the same answer.</param>
public sealed class TdsServerException(int number, int severity, string serverMessage, IReadOnlyList<int>? others = null)
    : WireException($"{number} {serverMessage}", innerException: null)
{
    private const int EndsSessionFrom = 20;

    /// <summary>The error number, as in <c>sys.messages</c>.</summary>
    public int Number => number;

    /// <summary>The severity, 11 to 25.</summary>
    public int Severity => severity;

    /// <summary>The server's message, unchanged.</summary>
    public string ServerMessage => serverMessage;

    /// <summary>Numbers of further errors in the same answer.</summary>
    public IReadOnlyList<int> Others { get; } = others ?? [];

    /// <summary>Whether the server closes the connection.</summary>
    public bool EndsSession => Severity >= EndsSessionFrom;
}
