using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Writes the batches of one lane into SQL Server, one transaction of bulk loads per batch, acknowledged once the server has
/// committed it. <see cref="SqlServerTarget"/> opens one per lane, and the lane's thread calls it. It never retries. After a
/// failure it has no connection until <see cref="Recover"/> or <see cref="Restore"/>. <see cref="Recover"/> waits until the lost
/// session has ended, and erases the rows of a batch in doubt unless each is stored exactly once.
/// </summary>
internal sealed class SqlServerWriter : KeyedWriter<IKeyedRecords>, IBatchWriter, IConditionalUpdates
{
    private readonly SqlServerSessions _sessions;
    private readonly SqlServerTable _table;
    private ISqlServerLoad? _session;
    private SqlServerSessionLock? _lock;
    private SqlServerSessionLock? _suspect;

    public SqlServerWriter(SqlServerSessions sessions, SqlServerTable table)
    {
        _sessions = sessions;
        _table = table;
        Connect();
    }

    public void Write(RecordBatch batch)
    {
        var session = Session();
        long? rows;
        try
        {
            rows = session.Load(batch);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e, session.IsCompleting);
        }

        if (rows is { } stored && stored != batch.Count)
        {
            Abandon();
            throw new BatchWriteException($"SQL Server took the batch with {stored} rows instead of {batch.Count}.",
                isTransient: false, isAmbiguous: true);
        }
    }

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = BatchFate.Absent;
            if (inDoubt)
            {
                using var session = _sessions.Open(() => _sessions.Connect(_sessions.Endpoint.Database, _sessions.Timeout));
                _suspect?.AwaitEnd(session, _sessions.Timeout / 2);
                fate = Settle(session, batch);
            }

            _suspect = null;
            Connect();
            return fate;
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {SqlServerErrors.Describe(e)}",
                isTransient: true, isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public bool RestoreFences => true;

    /// <inheritdoc/>
    public void Restore()
    {
        Abandon();
        try
        {
            if (_suspect is { } suspect)
            {
                using var session = _sessions.Open(() => _sessions.Connect(_sessions.Endpoint.Database, _sessions.Timeout));
                suspect.AwaitEnd(session, _sessions.Timeout / 2);
            }

            _suspect = null;
            Connect();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw new BatchWriteException($"SQL Server cannot be reached: {SqlServerErrors.Describe(e)}", isTransient: true,
                isAmbiguous: true, e);
        }
    }

    public void Dispose() => Abandon();

    protected override IKeyedRecords Keyed() => Session().Keyed;

    protected override bool IsFailure(Exception error) => DriverCalls.IsFailure(error);

    protected override BatchWriteException Failed(Exception error) => Failed(error, isCompleting: true);

    private BatchWriteException Failed(Exception error, bool isCompleting)
    {
        var failure = SqlServerErrors.OfWrite(error, isCompleting);
        Abandon();
        return failure;
    }

    private ISqlServerLoad Session() => _session
        ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    /// <summary>Counts the batch's rows and erases them unless all are stored exactly once.</summary>
    /// <remarks>Without an index this scans the whole table, so it runs only when rows may have been stored.</remarks>
    private static BatchFate Settle(ISqlServerSession session, RecordBatch batch)
    {
        object[] place = [batch.Source, batch.FirstSequence, batch.FirstSequence + batch.Count];
        long rows;
        long distinct;
        using (var count = session.Query(SqlServerTable.Count, place))
        {
            count.Read();
            rows = count.Int64();
            distinct = count.Int64();
        }

        if (rows == batch.Count && distinct == batch.Count)
        {
            return BatchFate.Stored;
        }

        if (rows > 0)
        {
            session.Query(SqlServerTable.Erase, place).Dispose();
        }

        return BatchFate.Absent;
    }

    private void Connect()
    {
        var session = _sessions.Open(() => _sessions.ConnectWriting(_table));
        try
        {
            var sessionLock = new SqlServerSessionLock();
            _sessions.Open(() =>
            {
                // A server's 'user options' may hide how many rows a statement has changed, by which UpdateIf tells a conflict.
                session.Session.Execute("SET NOCOUNT OFF");
                if (_sessions.Commit is { } commit)
                {
                    Babelfish.Keep(session.Session, commit);
                }

                sessionLock.Take(session.Session);
                return true;
            });
            (_session, _lock) = (session, sessionLock);
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    // Drops the connection. The server may still process requests that it has received, so the session's lock stays suspect until
    // the server has released it.
    private void Abandon()
    {
        if (_session is { } session)
        {
            (_session, _suspect) = (null, _lock);
            session.Dispose();
        }
    }
}
