using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Writes the batches of one lane into SQL Server, one transaction of bulk loads per batch, acknowledged once the server has
/// committed it. <see cref="SqlServerTarget"/> opens one per lane, and the lane's thread calls it. It never retries. After a
/// failure it has no connection until <see cref="Recover"/> or <see cref="Restore"/>.
/// </summary>
internal sealed class SqlServerWriter : IBatchWriter, IConditionalUpdates
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
        var session = _session
            ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
        long? rows;
        try
        {
            rows = session.Load(batch);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            var failure = SqlServerErrors.OfWrite(e, session.IsCompleting);
            Abandon();
            throw failure;
        }

        if (rows is { } stored && stored != batch.Count)
        {
            Abandon();
            throw new BatchWriteException($"SQL Server committed the batch with {stored} rows instead of {batch.Count}.",
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
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Operate((source, first, count, found), static (keyed, x) =>
        {
            keyed.Read(x.source, x.first, x.count, x.found);
            return true;
        });

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Operate(record, static (keyed, x) =>
    {
        keyed.Update(x);
        return true;
    });

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) =>
        Operate((record, quality), static (keyed, x) => keyed.UpdateIf(x.record, x.quality));

    /// <inheritdoc/>
    public void Delete(int source, long sequence) =>
        Operate((source, sequence), static (keyed, x) =>
        {
            keyed.Delete(x.source, x.sequence);
            return true;
        });

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

    private bool Operate<T>(T needed, Func<ISqlServerKeyed, T, bool> operation)
    {
        var session = _session
            ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
        try
        {
            return operation(session.Keyed, needed);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            var failure = SqlServerErrors.OfWrite(e, completing: true);
            Abandon();
            throw failure;
        }
    }

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
