using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// What a failure means. Codes: PostgreSQL's, and CockroachDB documentation, "Common Errors" and "Transaction Retry Error
/// Reference".
/// </summary>
internal static class CockroachErrors
{
    private const string Retry = "40001";
    private const string ResultIsAmbiguous = "40003";

    /// <summary>
    /// A batch of ours that was in doubt may have come after all: the key then refuses it, and it is looked at.
    /// </summary>
    private const string KeyIsThere = "23505";

    /// <summary>A batch that was not acknowledged.</summary>
    /// <param name="error">The failure.</param>
    public static BatchWriteException OfWrite(WireException error) => error switch
    {
        PgServerException server => new(
            $"CockroachDB refused the batch: {server.Message}",
            server.SqlState is Retry or ResultIsAmbiguous or KeyIsThere || server.SqlState[..2] is "08" or "57"
                || (server.SqlState.StartsWith("53", StringComparison.Ordinal) && server.SqlState != "53100"),
            server.SqlState is ResultIsAmbiguous or KeyIsThere || server.EndsSession,
            error),
        ConnectionLostException lost =>
            new($"The connection to CockroachDB failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>A verb that failed.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The failure.</param>
    public static TargetException OfTarget(string what, WireException error) => new(
        $"{what}: {error.Message}{Remedy(error)}",
        error,
        isUnreachable: error is ConnectionLostException or PgServerException
        {
            SqlState: ['2', '8', ..] or ['0', '8', ..] or ['5',
            '7', ..]
        });

    private static string Remedy(WireException error) => error is PgServerException { SqlState: ['2', '8', ..] }
        || error.Message.Contains("asks for a password", StringComparison.Ordinal)
        ? AccessRemedy.Password("cockroach")
        : AccessRemedy.Certificate(error, "name its authority's file by sslrootcert=FILE in --endpoint");
}
