using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Tds;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Converts failures into exceptions that say whether a retry may help, whether the batch may be stored, and what the user can
/// do. <see cref="SqlServerWriter"/> calls it on the timed path, and target, settings and definition outside of it. Sources of
/// the numbers: SQL Server documentation, "Database Engine events and errors" and "Troubleshoot transient connection errors", and
/// SqlClient's list for its configurable retry logic. It never repeats a request.
/// </summary>
internal static class SqlServerErrors
{
    // Errors of this severity and above end the session.
    private const int EndsSessionFrom = 20;
    private const int LoginFailed = 18456;
    private const int DuplicateColumn = 2705;
    private const string TrustRemedy =
        "name its authority's file by ca=FILE (wire client) or SSL_CERT_FILE, the certificate's name by tls_name=NAME, or say "
        + "trust=true";

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The failure.</param>
    public static TargetException OfTarget(string what, WireException error)
    {
        var cause = DriverException.CauseOf(error);
        return new($"{what}: {Describe(cause)}", cause, IsUnreachable(cause));
    }

    /// <summary>True if the server cannot be used at all now.</summary>
    public static bool IsUnreachable(Exception e) => AnswerOf(e) is not var (number, severity, _) || severity >= EndsSessionFrom
        || IsUnavailable(number) || IsNoAccess(number);

    /// <summary>True if the table has a column that was to be added to it.</summary>
    public static bool IsColumnThere(Exception e) => AnswerOf(e) is (DuplicateColumn, _, _);

    /// <summary>Describes a failure in one sentence with its remedy, without credentials.</summary>
    public static string Describe(Exception e) => e is DriverException ? Describe(DriverException.CauseOf(e))
        : AnswerOf(e) is var (number, _, message)
        ? $"{number} {message}{Remedy(number)}{AccessRemedy.Certificate(e, TrustRemedy)}"
        : e is ConnectionLostException && e.Message.Contains("asks for a password", StringComparison.Ordinal)
            ? e.Message + AccessRemedy.Password("sqlserver")
        : AccessRemedy.Certificate(e, TrustRemedy) is { Length: > 0 } remedy ? e.Message + remedy
        : e.InnerException is { } cause && !e.Message.Contains(cause.Message, StringComparison.Ordinal)
            ? $"{e.Message} ({cause.Message})"
        : e.Message;

    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="e">The client's failure.</param>
    /// <param name="completing">True if the commit may have been sent. Before that, no row can be stored.</param>
    public static BatchWriteException OfWrite(Exception e, bool completing)
    {
        if (AnswerOf(e) is var (number, severity, _))
        {
            // Below severity 20, the statement and thus the batch was rolled back. From 20 on only the session is known to have
            // ended. After a client's timeout the outcome is unknown.
            bool isDecided = severity < EndsSessionFrom && !IsTimeout(number);
            return new($"SQL Server refused the batch: {Describe(e)}", IsTransient(number)
                || severity >= EndsSessionFrom, completing && !isDecided, e)
            {
                IsConflict = isDecided && IsConflict(number),
            };
        }

        bool anySent = e is not ConnectionLostException { AnySent: false };
        return new($"The connection to SQL Server failed: {Describe(e)}", isTransient: true, isAmbiguous: completing
            && anySent, e);
    }

    /// <summary>True if a retry may help.</summary>
    public static bool IsTransient(int number) => IsUnavailable(number) || IsTimeout(number) || number switch
    {
        1204 => true, // no lock available
        4891 => true, // the table got another column between the announcement of a load and its rows
        _ when IsConflict(number) => true,
        701 or 8645 or 8651 or 802 => true, // memory
        10928 or 10929 or 40501 or 40197 or 49918 or 49919 or 49920 => true, // too many requests, the service is busy or moves
        _ => false, // 9002 and 1105, a full log or disk, stay full
    };

    /// <summary>
    /// True if another transaction on the same rows won: deadlock victim, lock timeout, and the conflicts of row versions in
    /// snapshots and in memory-optimized tables.
    /// </summary>
    public static bool IsConflict(int number) =>
        number is 1205 or 1222 or 3960 or 41301 or 41302 or 41305 or 41325;

    /// <summary>True if the server or its database is unavailable at the moment.</summary>
    private static bool IsUnavailable(int number) => number switch
    {
        0 or 20 or 53 or 64 or 121 or 233 or 258 or 997 or 10053 or 10054 or 10060 or 10061 or 11001 => true, // the network
        // The database is moved, paused or not open yet.
        4060 or 4221 or 40143 or 40540 or 40613 or 42108 or 42109 or 615 or 926 => true,
        983 or 976 or 978 or 41383 => true, // an availability group fails over
        596 or 6005 or 17142 or 18401 or 17197 => true, // the session was killed; the server ends, is paused, starts
        _ => false,
    };

    private static bool IsNoAccess(int number) => number is LoginFailed or 18452 or 18470 or 18486 or 18487 or 18488;

    private static bool IsTimeout(int number) => number is -2;

    private static string Remedy(int number) => number switch
    {
        LoginFailed => AccessRemedy.Password("sqlserver"),
        18452 => " (remedy: name a login of SQL Server by user=NAME; Windows and Kerberos log in through --client driver and "
            + "a connection string only)",
        18487 or 18488 => " (remedy: change it first: ALTER LOGIN ... WITH PASSWORD = '...', then give the new one)",
        18470 or 18486 => " (remedy: ALTER LOGIN ... ENABLE, or UNLOCK)",
        262 => " (remedy: GRANT it, or let an administrator create the database and name it by database=NAME; CREATE TABLE is "
            + "needed there)",
        229 or 297 or 300 or 4834 => " (remedy: GRANT it; writing needs INSERT, the figures of the server VIEW SERVER STATE)",
        4060 or 911 => " (remedy: name an existing database that the login may use, by database=NAME)",
        9002 => " (remedy: a larger log=SIZE, recovery=simple, or a backup of the log that keeps it)",
        1105 or 1101 => " (remedy: a larger data=SIZE, or room on its disk)",
        41368 => " (remedy: ALTER DATABASE ... SET MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT = ON, or leave batch=N out)",
        1701 => " (remedy: fewer values a record; a row has 8,060 bytes at most)",
        35250 or 40613 => " (remedy: wait until the failover is over)",
        _ => string.Empty,
    };

    /// <summary>The server's answer through either client. Null if the failure is not the server's.</summary>
    private static (int Number, int Severity, string Message)? AnswerOf(Exception e) => e switch
    {
        // Negative numbers, and those with the class of a lost connection, come from the driver or the system.
        SqlException sql => (sql.Number, sql.Class, sql.Errors.Count > 0 ? sql.Errors[0].Message : sql.Message),
        TdsServerException tds => (tds.Number, tds.Severity, tds.ServerMessage),
        _ => null,
    };
}
