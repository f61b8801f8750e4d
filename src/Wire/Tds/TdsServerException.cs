namespace DbIngest.Wire.Tds;

/// <summary>
/// The server answered with an error. Up to severity 19 the connection can be used further; from 20 on the server ends it.
/// </summary>
public sealed class TdsServerException : WireException
{
    private const int EndsSessionFrom = 20;

    /// <summary>Creates the exception.</summary>
    /// <param name="number">The number, as in <c>sys.messages</c>.</param>
    /// <param name="severity">The class, 11 to 25.</param>
    /// <param name="serverMessage">The server's own words.</param>
    /// <param name="others">Numbers of further errors of the same answer.</param>
    public TdsServerException(int number, int severity, string serverMessage, IReadOnlyList<int>? others = null)
        : base($"{number} {serverMessage}", innerException: null)
    {
        Number = number;
        Severity = severity;
        ServerMessage = serverMessage;
        Others = others ?? [];
    }

    /// <summary>The number, as in <c>sys.messages</c>.</summary>
    public int Number { get; }

    /// <summary>The class, 11 to 25.</summary>
    public int Severity { get; }

    /// <summary>The server's own words.</summary>
    public string ServerMessage { get; }

    /// <summary>Numbers of further errors of the same answer.</summary>
    public IReadOnlyList<int> Others { get; }

    /// <summary>Whether the server ends the session.</summary>
    public bool EndsSession => Severity >= EndsSessionFrom;
}
