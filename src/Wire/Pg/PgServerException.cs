namespace DbIngest.Wire.Pg;

/// <summary>
/// The server answered with an ErrorResponse. After severity ERROR the connection can be used further; after FATAL and PANIC it is gone.
/// </summary>
public sealed class PgServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="severity">ERROR, FATAL or PANIC, whatever the server's language.</param>
    /// <param name="sqlState">The code, five characters.</param>
    /// <param name="serverMessage">The server's own words. Detail and hint are left out: they may quote rows.</param>
    public PgServerException(string severity, string sqlState, string serverMessage)
        : base($"{sqlState} {serverMessage}", innerException: null)
    {
        Severity = severity;
        SqlState = sqlState;
        ServerMessage = serverMessage;
    }

    /// <summary>ERROR, FATAL or PANIC, whatever the server's language.</summary>
    public string Severity { get; }

    /// <summary>The code, five characters: PostgreSQL documentation, appendix A.</summary>
    public string SqlState { get; }

    /// <summary>The server's own words.</summary>
    public string ServerMessage { get; }

    /// <summary>Whether the server ends the session.</summary>
    public bool EndsSession => Severity != "ERROR";

    /// <summary>Reads the fields of an ErrorResponse (section 55.8, "Error and Notice Message Fields").</summary>
    internal static PgServerException Read(PgReader body)
    {
        string severity = string.Empty;
        string sqlState = string.Empty;
        string message = string.Empty;
        for (byte field = body.Byte(); field != 0; field = body.Byte())
        {
            string value = body.Text();
            switch ((char)field)
            {
                // V is S untranslated; servers before 9.6 have S only, which comes first.
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
