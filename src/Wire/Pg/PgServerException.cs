namespace DbIngest.Wire.Pg;

/// <summary>
/// The server answered with an ErrorResponse. <see cref="PgChannel"/> throws it. <c>PostgresErrors</c> and <c>CockroachErrors</c>
/// decide by <see cref="SqlState"/> whether to retry. After severity ERROR the connection stays usable. FATAL and PANIC close it.
/// Detail and hint are left out, since they may quote rows.
/// </summary>
/// <param name="severity">ERROR, FATAL or PANIC, in any server language.</param>
/// <param name="sqlState">The SQLSTATE, five characters.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
public sealed class PgServerException(string severity, string sqlState, string serverMessage)
    : WireException($"{sqlState} {serverMessage}", innerException: null)
{
    /// <summary>ERROR, FATAL or PANIC, in any server language.</summary>
    public string Severity => severity;

    /// <summary>The SQLSTATE, five characters (PostgreSQL documentation, appendix A).</summary>
    public string SqlState => sqlState;

    /// <summary>The server's message, unchanged.</summary>
    public string ServerMessage => serverMessage;

    /// <summary>Whether the server closes the connection.</summary>
    public bool EndsSession => Severity != "ERROR";

    /// <summary>Reads the fields of an ErrorResponse (section 55.8, "Error and Notice Message Fields").</summary>
    internal static PgServerException Read(WireReader body)
    {
        string severity = string.Empty;
        string sqlState = string.Empty;
        string message = string.Empty;
        for (byte field = body.Byte(); field != 0; field = body.Byte())
        {
            string value = body.TerminatedText();
            switch ((char)field)
            {
                // V is S untranslated. Servers before 9.6 send S only. S comes first.
                case 'S' or 'V':
                    severity = value;
                    break;
                case 'C':
                    sqlState = value;
                    break;
                case 'M':
                    message = value;
                    break;
            }
        }

        return sqlState.Length == 5
            ? new(severity, sqlState, message)
            : throw new WireProtocolException("The server's error has no SQLSTATE of five characters.");
    }
}
