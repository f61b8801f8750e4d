using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A lock that a writer's session holds as long as it is there: who gets it afterwards knows that the session has ended, and with
/// it whatever it had received. It needs no right but to be in the database, unlike the server's views of sessions.
/// </summary>
internal sealed class SessionLock
{
    private readonly string _name = $"dbingest {Guid.NewGuid():N}";

    /// <summary>Takes the lock for a new session.</summary>
    public void Take(ISqlSession session) => TryTake(session, TimeSpan.Zero);

    /// <summary>Waits until the session that holds the lock has ended.</summary>
    /// <param name="session">Another session.</param>
    /// <param name="patience">How long to wait.</param>
    /// <exception cref="BatchWriteException">It is still there.</exception>
    public void AwaitEnd(ISqlSession session, TimeSpan patience)
    {
        if (!TryTake(session, patience))
        {
            throw new BatchWriteException(
                "The session of the lost connection is still at the server: what becomes of the batch is not known yet.",
                isTransient: true, isAmbiguous: true);
        }
    }

    private bool TryTake(ISqlSession session, TimeSpan patience)
    {
        long milliseconds = (long)Math.Clamp(patience.TotalMilliseconds, 0, int.MaxValue);
        using var rows = session.Query(FormattableString.Invariant(
            $"DECLARE @r int; EXEC @r = sp_getapplock @Resource = N'{_name}', @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = {milliseconds}; SELECT @r"));
        return rows.Read() && rows.Int32() >= 0;
    }
}
