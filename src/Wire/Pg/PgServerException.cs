namespace DbIngest.Wire.Pg;

/// <summary>
/// The server answered with an ErrorResponse. <see cref="PgChannel"/> throws it. <c>PostgresErrors</c> and <c>CockroachErrors</c>
/// decide by <see cref="SqlState"/> whether to retry. FATAL and PANIC close the connection. After ERROR it stays usable, unless a
/// <see cref="PgStatement"/> threw, whose session must be disposed. Detail and hint are left out, since they may quote rows.
/// </summary>
/// <param name="severity">ERROR, FATAL or PANIC; from a server before 9.6, the word of its language.</param>
/// <param name="sqlState">The SQLSTATE, five characters.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
public sealed class PgServerException(string severity, string sqlState, string serverMessage)
    : WireException($"{sqlState} {serverMessage}", innerException: null)
{
    /// <summary>ERROR, FATAL or PANIC; from a server before 9.6, the word of its language.</summary>
    public string Severity => severity;

    /// <summary>The SQLSTATE, five characters (PostgreSQL documentation, appendix A).</summary>
    public string SqlState => sqlState;

    /// <summary>The server's message, unchanged.</summary>
    public string ServerMessage => serverMessage;

    /// <summary>
    /// Whether the server closes the connection. Where the severity is a word of the server's language, the SQLSTATE decides:
    /// connection exceptions, and shutdowns among operator interventions. If the server closes the connection for another reason,
    /// waiting for ReadyForQuery finds it closed.
    /// </summary>
    public bool EndsSession => Severity switch
    {
        "ERROR" => false,
        "FATAL" or "PANIC" => true,
        _ => SqlState.StartsWith("08", StringComparison.Ordinal) || SqlState.StartsWith("57P", StringComparison.Ordinal),
    };

    /// <summary>Reads the fields of an ErrorResponse (section 55.8, "Error and Notice Message Fields").</summary>
    internal static PgServerException Read(WireReader body)
    {
        string translated = string.Empty;
        string? severity = null;
        string sqlState = string.Empty;
        string message = string.Empty;
        for (byte field = body.Byte(); field != 0; field = body.Byte())
        {
            string value = body.TerminatedText();
            switch ((char)field)
            {
                // V is S untranslated. Servers before 9.6 send S only.
                case 'S':
                    translated = value;
                    break;
                case 'V':
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
            ? new(severity ?? translated, sqlState, message)
            : throw new WireProtocolException("The server's error has no SQLSTATE of five characters.");
    }
}
