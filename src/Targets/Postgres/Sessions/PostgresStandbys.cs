using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Waits for the synchronous standbys of a server. If a session is ended or cancelled while its commit waits for them, every
/// reader sees the commit, although no standby has it. So <see cref="PostgresWriter"/> calls it whenever it has found rows that
/// were not acknowledged, before it reports them as stored.
/// </summary>
internal static class PostgresStandbys
{
    // A server without standbys gets no further statement, because relatives of PostgreSQL lack the function.
    private const string AreAwaited = "SELECT 1 WHERE current_setting('synchronous_standby_names') <> '' "
        + "AND current_setting('synchronous_commit') NOT IN ('off', 'local')";

    // A transaction that writes to the log and nowhere else.
    private const string Mark = "SELECT pg_logical_emit_message(true, 'dbingest', '')";

    /// <summary>
    /// Commits a mark at the end of the log and returns when the standbys have confirmed it, and so all that the session can see.
    /// Returns at once if the server has no standbys or the durability level does not wait for them.
    /// </summary>
    /// <param name="session">A session with the durability level in force. After an exception it must be disposed.</param>
    /// <exception cref="TargetException">The standbys do not confirm the mark within the request timeout.</exception>
    public static void Await(IPostgresSession session)
    {
        if (session.Query(AreAwaited).Count == 0)
        {
            return;
        }

        try
        {
            session.Query(Mark);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw new TargetException("what is stored is not confirmed by the standbys that its synchronous_standby_names asks "
                + "for: start them, or choose durability 'local'", e);
        }
    }
}
