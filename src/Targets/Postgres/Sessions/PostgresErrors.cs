using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Converts failures of either client into exceptions that say whether a retry may help, whether the batch may be stored, and
/// what the user can do. <c>PostgresWriter</c> calls it on the timed path, and definition, recipe and <c>PostgresSourceNames</c>
/// outside of it. Source of the codes: PostgreSQL documentation, appendix A, "PostgreSQL Error Codes". It never repeats a
/// request.
/// </summary>
internal static class PostgresErrors
{
    private const string InvalidPassword = "28P01";
    private const string TrustRemedy =
        "name its authority's file, or its own, by sslrootcert=FILE in a postgresql:// endpoint, Root Certificate=FILE in a "
        + "connection string";

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The failure.</param>
    public static TargetException OfTarget(string what, WireException error)
    {
        var cause = DriverException.CauseOf(error);
        return new($"{what}: {Describe(cause)}", cause, IsUnreachable(cause))
        {
            IsTransient = AnswerOf(cause) is var (_, sqlState, _) && IsTransient(sqlState),
        };
    }

    /// <summary>Describes a failure in one sentence, without credentials.</summary>
    /// <param name="e">The failure.</param>
    /// <returns>The sentence.</returns>
    public static string Describe(Exception e) => e is DriverException ? Describe(DriverException.CauseOf(e))
        : e is WireProtocolException ? $"the server does not speak PostgreSQL's protocol: {e.Message}"
        : AnswerOf(e) is var (_, sqlState, message)
            ? $"{sqlState} {message}{(sqlState is InvalidPassword ? AccessRemedy.Password("postgres") : string.Empty)}"
        // Npgsql throws this for a stream or connection that it closed because the server's end is gone.
        : e is ObjectDisposedException ? "the connection was lost"
        : IsPasswordMissing(e) ? e.Message + AccessRemedy.Password("postgres")
        : AccessRemedy.Certificate(e, TrustRemedy) is { Length: > 0 } remedy ? e.Message + remedy
        : e.InnerException is { } cause && !e.Message.Contains(cause.Message, StringComparison.Ordinal)
            ? $"{e.Message} ({cause.Message})"
        : e.Message;

    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="e">The client's failure.</param>
    /// <param name="completing">True if the end of the data may have been sent. Before that, nothing can be committed.</param>
    /// <returns>The exception to throw.</returns>
    public static BatchWriteException OfWrite(Exception e, bool completing)
    {
        if (AnswerOf(e) is var (severity, sqlState, _))
        {
            // ERROR means that the transaction was rolled back. FATAL and PANIC mean only that the session ended, which may
            // happen after the commit, for example while it waits for a standby.
            bool aborted = severity == "ERROR";
            return new($"PostgreSQL refused the batch: {Describe(e)}", IsTransient(sqlState), completing && !aborted, e)
            {
                IsConflict = aborted && IsConflict(sqlState),
            };
        }

        if (e is PgRowException)
        {
            return new(e.Message, isTransient: false, isAmbiguous: false, e);
        }

        return new($"The connection to PostgreSQL failed: {Describe(e)}", isTransient: true, isAmbiguous: completing, e);
    }

    /// <summary>True if a retry may help.</summary>
    /// <param name="sqlState">The server's code, five characters.</param>
    public static bool IsTransient(string sqlState) => sqlState switch
    {
        "53100" => false, // disk_full: stays full
        "57014" => true, // query_canceled, by a timeout or an administrator
        "55P03" or "55006" => true, // lock_not_available, object_in_use
        _ when IsShutdown(sqlState) => true,
        // Connection exceptions, transaction rollbacks (serialization_failure, deadlock_detected), insufficient resources.
        _ => sqlState[..2] is "08" or "40" or "53",
    };

    /// <summary>True if the server rolled the transaction back in favour of another one on the same rows.</summary>
    /// <param name="sqlState">The server's code, five characters.</param>
    public static bool IsConflict(string sqlState) =>
        sqlState is "40001" or "40P01" or "55P03"; // serialization_failure, deadlock_detected, lock_not_available

    /// <summary>
    /// True if the server cannot be used at all now: the connection is lost, or the server rejects the user, the database or
    /// another session.
    /// </summary>
    private static bool IsUnreachable(Exception e) => AnswerOf(e) is not var (_, sqlState, _)
        || IsShutdown(sqlState) || sqlState[..2] is "08" or "28" or "3D" || sqlState is "53300";

    // Neither client has an error code for this. The wire client sends the first text, the driver the second.
    private static bool IsPasswordMissing(Exception e) =>
        e.Message.Contains("asks for a password", StringComparison.Ordinal)
            || e.Message.Contains("No password has been provided", StringComparison.Ordinal);

    /// <summary>The server's answer through either client. Null if the failure is not the server's.</summary>
    private static (string Severity, string SqlState, string Message)? AnswerOf(Exception e) => e switch
    {
        PostgresException p => (p.InvariantSeverity, p.SqlState, p.MessageText),
        PgServerException p => (p.Severity, p.SqlState, p.ServerMessage),
        _ => null,
    };

    // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout.
    private static bool IsShutdown(string sqlState) => sqlState is "57P01" or "57P02" or "57P03" or "57P05";
}
