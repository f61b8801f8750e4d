using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// Names the session of a writer of a mix or a service, so that another session can end it once its connection is lost: a
/// change of a lost session that arrives late would undo a later one. <see cref="CockroachWriter"/> calls it when it connects
/// and after a loss. No change may be sent again before <see cref="EnsureGone"/> has returned.
/// </summary>
internal static class CockroachSession
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Gives a session a name that no other one has.</summary>
    /// <param name="connection">The session.</param>
    /// <returns>The name.</returns>
    public static string Name(PgConnection connection)
    {
        string name = $"dbingest-{Guid.NewGuid():N}";
        connection.Query($"SET application_name = '{name}'");
        return name;
    }

    /// <summary>
    /// Ends a lost session on whichever node it was, and waits until no node lists it. If its node died, the next transaction
    /// that meets its writes decides whether they count.
    /// </summary>
    /// <param name="connection">Another session.</param>
    /// <param name="name">The lost session's name.</param>
    /// <param name="patience">Longest wait.</param>
    /// <exception cref="BatchWriteException">The session is still there.</exception>
    public static void EnsureGone(PgConnection connection, string name, TimeSpan patience)
    {
        string sessions = $"SELECT session_id FROM [SHOW CLUSTER SESSIONS] WHERE application_name = '{name}'";
        Waiting.Until(
            () =>
            {
                if (connection.Query(sessions).Count == 0)
                {
                    return true;
                }

                connection.Query($"CANCEL SESSIONS IF EXISTS {sessions}");
                return false;
            },
            Pause,
            patience,
            static () => new BatchWriteException(
                "The session of the lost connection is still there: it may still change the record.", isTransient: true,
                isAmbiguous: true),
            CancellationToken.None);
    }
}
