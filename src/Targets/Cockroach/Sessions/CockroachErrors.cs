using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// Classifies failures of CockroachDB: which are transient, which leave a batch in doubt, and which remedy a message names.
/// <see cref="CockroachWriter"/>, <see cref="CockroachDefinition"/> and, for recipe and plan, <see cref="CockroachCluster"/> call
/// it. Codes: PostgreSQL's, and CockroachDB documentation, "Common Errors" and "Transaction Retry Error Reference". It never
/// repeats a request.
/// </summary>
internal static class CockroachErrors
{
    private const string Retry = "40001";
    private const string ResultIsAmbiguous = "40003";

    /// <summary>
    /// The code for an unknown column. After a column was added, a session may use the table's former description for a moment.
    /// </summary>
    private const string NoColumn = "42703";

    /// <summary>
    /// The code for an existing key. An earlier attempt at the batch may have been stored, so the batch is in doubt and looked
    /// up.
    /// </summary>
    private const string KeyIsThere = "23505";

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="error">The client's failure.</param>
    public static BatchWriteException OfWrite(WireException error) => error switch
    {
        PgServerException server => new(
            $"CockroachDB refused the batch: {server.Message}",
            server.SqlState is Retry or NoColumn || IsInDoubt(server.SqlState)
                || (server.SqlState.StartsWith("53", StringComparison.Ordinal) && server.SqlState != "53100"),
            IsInDoubt(server.SqlState) || server.EndsSession,
            error)
        {
            IsConflict = server.SqlState is Retry,
        },
        ConnectionLostException lost =>
            new($"The connection to CockroachDB failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>Converts the failure of a verb.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    public static TargetException OfTarget(string what, WireException error) => new(
        $"{what}: {error.Message}{Remedy(error)}",
        error,
        isUnreachable: error is ConnectionLostException or PgServerException
        {
            SqlState: ['2', '8', ..] or ['0', '8', ..] or ['5',
            '7', ..]
        });

    /// <summary>
    /// True if the batch may be stored. A statement that a timeout, an administrator or a drain cancels (class 57) ends with that
    /// code even if its commit was under way: the server puts the code in place of <see cref="ResultIsAmbiguous"/>. A connection
    /// lost between nodes (class 08) says as little.
    /// </summary>
    private static bool IsInDoubt(string sqlState) =>
        sqlState is ResultIsAmbiguous or KeyIsThere || sqlState[..2] is "08" or "57";

    private static string Remedy(WireException error) => error is PgServerException { SqlState: ['2', '8', ..] }
        || error.Message.Contains("asks for a password", StringComparison.Ordinal)
        ? AccessRemedy.Password("cockroach")
        : AccessRemedy.Certificate(error, "name its authority's file by sslrootcert=FILE in --endpoint");
}
