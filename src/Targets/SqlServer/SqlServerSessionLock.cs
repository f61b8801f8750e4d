using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A server lock that a writer's session holds until it ends. When another session gets the lock, the writer's session can
/// commit nothing more. <see cref="SqlServerWriter"/> creates one per connection, and its recovery waits for the lock before it
/// looks for a batch. No two sessions may share a name. It needs no permission except access to the database, unlike the
/// server's views of sessions.
/// </summary>
internal sealed class SqlServerSessionLock
{
    private readonly string _name = $"dbingest {Guid.NewGuid():N}";

    /// <summary>Acquires the lock for a new session. No other session has its name, so the lock is always free.</summary>
    /// <exception cref="TargetException">The server gives no lock.</exception>
    public void Take(ISqlServerSession session)
    {
        if (!TryTake(session, TimeSpan.Zero))
        {
            throw new TargetException(
                "SQL Server gives a writer no lock by sp_getapplock, so nothing would tell when a session that was lost has ended.");
        }
    }

    /// <summary>Waits until the session that holds the lock has ended.</summary>
    /// <param name="session">Another session.</param>
    /// <param name="timeout">Longest wait.</param>
    /// <exception cref="BatchWriteException">The session has not ended.</exception>
    public void AwaitEnd(ISqlServerSession session, TimeSpan timeout)
    {
        if (!TryTake(session, timeout))
        {
            throw new BatchWriteException(
                "The session of the lost connection is still at the server: what becomes of the batch is not known yet.",
                isTransient: true, isAmbiguous: true);
        }
    }

    private bool TryTake(ISqlServerSession session, TimeSpan timeout)
    {
        long milliseconds = (long)Math.Clamp(timeout.TotalMilliseconds, 0, int.MaxValue);
        using var rows = session.Query(FormattableString.Invariant(
            $"DECLARE @r int; EXEC @r = sp_getapplock @Resource = N'{_name}', @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = {milliseconds}; SELECT @r"));
        return rows.Read() && rows.Int32() >= 0;
    }
}
