using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Writes the batches of one lane into PostgreSQL, one binary COPY per batch, which is one transaction, acknowledged once the
/// server reports it complete. <see cref="PostgresTarget"/> opens one per lane. The lane's thread calls it, or one thread at a
/// time of a service. It never retries. After a lost connection it has no session until <see cref="Recover"/> or
/// <see cref="Restore"/>, which end the lost session first. A batch that <see cref="Recover"/> finds is reported as stored only
/// after the synchronous standbys have it.
/// </summary>
internal sealed class PostgresWriter
    : InstantKeyedWriter<IKeyedInstants>, IBatchWriter, IConditionalUpdates, IInstantReads, IAsyncOperations, ISplitOperations,
        IRequestLedger
{
    private readonly PostgresSessions _sessions;
    private readonly PostgresStore _store;
    private readonly Func<IPostgresSession> _open;
    private readonly PostgresTable _table;
    private readonly CopyEncoder _encoder;
    private IPostgresSession? _session;
    private PostgresBackend? _suspect;
    private bool _wasRefused;

    /// <summary>Connects.</summary>
    /// <param name="sessions">Opens connections for everything but writing.</param>
    /// <param name="store">The kind of table.</param>
    /// <param name="table">The table.</param>
    /// <param name="open">Opens the chosen client's session, with the durability level in force.</param>
    public PostgresWriter(PostgresSessions sessions, PostgresStore store, PostgresTable table, Func<IPostgresSession> open)
    {
        _sessions = sessions;
        _store = store;
        _table = table;
        _open = open;
        _encoder = new(table.Trial.Schema.ValueCount);
        _session = open();
        if (table.Trial is { IsKeyed: true, IsServed: false })
        {
            Prepare();
        }
    }

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    public void Write(RecordBatch batch)
    {
        var session = Session();
        RefuseEarlyTimestamps(batch);
        long? rows;
        try
        {
            rows = session.Copy(batch, _encoder, _table.CopyIn);
        }
        catch (PgServerException e) when (!e.EndsSession)
        {
            // The server rolled back and awaits the next statement. A service then asks over this session which record exists.
            _wasRefused = true;
            throw PostgresErrors.OfWrite(e, session.IsCompleting);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e, session.IsCompleting);
        }

        RefuseOtherCount(rows, batch, isAmbiguous: true);
    }

    /// <inheritdoc/>
    public bool Write(RecordBatch batch, LedgerRow request)
    {
        var session = Session();
        RefuseEarlyTimestamps(batch);
        bool isCommitting = false;
        try
        {
            session.Query("BEGIN");

            // Waits for a transaction that has added the same key and has not ended.
            if (session.Query(LedgerTable.Postgres.Insert(request)).Count == 0)
            {
                session.Query("ROLLBACK");
                isCommitting = true;
                PostgresStandbys.Await(session);
                return false;
            }

            RefuseOtherCount(session.Copy(batch, _encoder, _table.CopyIn), batch, isAmbiguous: false);
            isCommitting = true;
            session.Query("COMMIT");
            return true;
        }
        catch (Exception e) when (e is TargetException || DriverCalls.IsFailure(e))
        {
            throw Failed(e, isCommitting);
        }
    }

    /// <inheritdoc/>
    public string? ContentOf(LedgerRow request) =>
        Ask(LedgerTable.Postgres.Find(request)) is [[var content, ..], ..] ? content : null;

    /// <inheritdoc/>
    public int Forget(TimeSpan age, int most) => Ask(LedgerTable.Postgres.Forget(age, most)).Count;

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = BatchFate.Absent;
            if (inDoubt)
            {
                using var connection = _sessions.Open();
                _suspect?.EnsureGone(connection, _sessions.Timeout);
                _store.EndBehind(connection, _suspect, _sessions.Timeout);
                fate = PostgresRecovery.Settle(connection, batch);
            }

            _suspect = null;
            _session = _open();
            if (fate == BatchFate.Stored)
            {
                PostgresStandbys.Await(_session);
            }

            return fate;
        }
        catch (Exception e) when (e is TargetException || DriverCalls.IsFailure(e))
        {
            Abandon();
            throw new BatchWriteException($"The fate of the batch is not known yet: {PostgresErrors.Describe(e)}",
                isTransient: true, isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public bool RestoreFences => true;

    /// <summary>
    /// Waits for the standbys as well, because the caller then reads records and may report them as stored. It waits after a
    /// refusal too: the server may have refused because of rows of an earlier request, stored and not acknowledged.
    /// </summary>
    /// <inheritdoc/>
    public void Restore()
    {
        if (_session is not null && !_wasRefused)
        {
            return;
        }

        try
        {
            if (_suspect is { } suspect && _session is null)
            {
                using var connection = _sessions.Open();
                suspect.EnsureGone(connection, _sessions.Timeout);
                _store.EndBehind(connection, suspect, _sessions.Timeout);
            }

            _suspect = null;
            _session ??= _open();
            PostgresStandbys.Await(_session);
            _wasRefused = false;
        }
        catch (Exception e) when (e is TargetException || DriverCalls.IsFailure(e))
        {
            Abandon();
            throw new BatchWriteException($"PostgreSQL cannot be used: {PostgresErrors.Describe(e)}", isTransient: true,
                isAmbiguous: true, e);
        }
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(RecordBatch batch)
    {
        var session = DriverSession();
        RefuseEarlyTimestamps(batch);
        try
        {
            await session.CopyAsync(batch, _encoder, _table.CopyIn).ConfigureAwait(false);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e, session.IsCompleting);
        }
    }

    /// <inheritdoc/>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        OperateAsync((source, first, count, found), static (keyed, x) => keyed.ReadAsync(x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) =>
        OperateAsync((source, timestamp, found), static (keyed, x) => keyed.FindAsync(x.source, x.timestamp, x.found));

    /// <inheritdoc/>
    public ValueTask UpdateAsync(RecordBatch record) => OperateAsync(record, static (keyed, x) => keyed.UpdateAsync(x));

    /// <inheritdoc/>
    public ValueTask DeleteAsync(int source, long sequence) => OperateAsync(
        (Writer: this, source, sequence),
        static async (keyed, x) => x.Writer.LastDeleteFound =
            await keyed.DeleteAsync(x.source, x.sequence).ConfigureAwait(false));

    /// <inheritdoc/>
    public Socket? Answering => WireSession?.Socket;

    /// <inheritdoc/>
    public bool IsOverdue => WireSession is not { IsOverdue: false };

    /// <inheritdoc/>
    public void SendRead(int source, long first, int count) =>
        Split((source, first, count), static (keyed, x) => keyed.SendRead(x.source, x.first, x.count));

    /// <inheritdoc/>
    public void SendUpdate(RecordBatch record) => Split(record, static (keyed, x) => keyed.SendUpdate(x));

    /// <inheritdoc/>
    public void SendDelete(int source, long sequence) =>
        Split((source, sequence), static (keyed, x) => keyed.SendDelete(x.source, x.sequence));

    /// <inheritdoc/>
    public void SendBatch(RecordBatch batch) => throw new NotSupportedException("A COPY waits for the server before it sends.");

    /// <inheritdoc/>
    public void Receive(IRecordReceiver found) =>
        Split((Writer: this, found), static (keyed, x) => x.Writer.LastDeleteFound = keyed.Receive(x.found));

    public void Dispose() => Abandon();

    protected override IKeyedInstants Keyed() => Session().Keyed(_table);

    protected override bool IsFailure(Exception error) => DriverCalls.IsFailure(error);

    protected override BatchWriteException Failed(Exception error) => Failed(error, isCompleting: true);

    private PostgresWireSession? WireSession => _session as PostgresWireSession;

    /// <summary>Prepares the statements on single records, so that no lane of a mix does it in the measured time.</summary>
    private void Prepare()
    {
        try
        {
            WireSession?.WireKeyed(_table);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    private IPostgresSession Session() => _session ?? throw Unconnected();

    private static BatchWriteException Unconnected() =>
        new("The writer has no connection.", isTransient: true, isAmbiguous: false);

    private PostgresDriverSession DriverSession() => Session() as PostgresDriverSession
        ?? throw new InvalidOperationException("The wire client has no asynchronous calls.");

    private async ValueTask OperateAsync<T>(T needed, Func<PostgresDriverKeyed, T, ValueTask> operation)
    {
        var session = DriverSession();
        try
        {
            await operation(session.MongoKeyed(_table), needed).ConfigureAwait(false);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e);
        }
    }

    private void Split<T>(T needed, Action<PostgresWireKeyed, T> call)
    {
        var session = WireSession
            ?? throw (_session is null ? Unconnected() : new InvalidOperationException("The driver has no calls in two halves."));
        try
        {
            call(session.WireKeyed(_table), needed);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e);
        }
    }

    private IReadOnlyList<string?[]> Ask(string sql)
    {
        try
        {
            return Session().Query(sql);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            throw Failed(e);
        }
    }

    private void RefuseOtherCount(long? rows, RecordBatch batch, bool isAmbiguous)
    {
        if (rows is { } stored && stored != batch.Count)
        {
            Abandon();
            throw new BatchWriteException(
                $"PostgreSQL stored the batch with {stored} rows instead of {batch.Count}: does a trigger drop some?",
                isTransient: false, isAmbiguous);
        }
    }

    private BatchWriteException Failed(Exception error, bool isCompleting)
    {
        var failure = PostgresErrors.OfWrite(error, isCompleting);
        Abandon();
        return failure;
    }

    private static void RefuseEarlyTimestamps(RecordBatch batch)
    {
        foreach (long timestamp in batch.Timestamps.AsSpan(0, batch.Count))
        {
            if (timestamp < CopyEncoder.EarliestTimestamp)
            {
                throw new BatchWriteException(
                    $"The timestamp {timestamp} us lies before 4714 BC, the earliest that PostgreSQL can store.",
                    isTransient: false, isAmbiguous: false);
            }
        }
    }

    // Drops the connection. Its server process may still process data that it has received, so it stays suspect until it has
    // ended.
    private void Abandon()
    {
        if (_session is { } session)
        {
            _session = null;
            _suspect = session.Backend;
            session.Dispose();
        }
    }
}
