using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Writes the batches of one lane into SQLite, one transaction per batch. <see cref="SqliteTarget"/> opens one per lane. One
/// thread at a time calls it: the lane's, or one of a service. It never retries. It queues for the lock of the target, in the
/// order of arrival, and then waits for other processes. All writers of a target share the connection of the
/// <see cref="SqliteStore"/>. <see cref="Recover"/> counts the rows of a batch in doubt and deletes a partly stored one.
/// </summary>
internal sealed class SqliteWriter(SqliteStore store) : IBatchWriter, IConditionalUpdates, IInstantReads, IRequestLedger
{
    private readonly FairLock.Waiter _waiter = new();

    // Rowid above which recovery searches for the last batch. 0 searches the whole table.
    private long _floor;
    private (int Source, long Sequence) _floorOf = (-1, -1);

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        store.Lock.Enter(_waiter);
        try
        {
            // Rowids ascend unless records are deleted: if the batch's fate is in doubt, only rows above this one must be
            // searched.
            _floor = store.IsKeyed ? 0 : store.LastRowId;
            _floorOf = (batch.Source, batch.FirstSequence);
            store.Write(batch);
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    /// <inheritdoc/>
    public bool Write(RecordBatch batch, LedgerRow request) => Locked(() => store.Write(batch, request));

    /// <inheritdoc/>
    public string? ContentOf(LedgerRow request) => Locked(() => store.Ask(connection =>
        SqliteSettings.Text(connection, LedgerTable.Sqlite.Find(request)) is { Length: > 0 } content ? content : null));

    /// <inheritdoc/>
    public int Forget(TimeSpan age, int most) =>
        Locked(() => store.Ask(connection => SqliteSettings.Change(connection, LedgerTable.Sqlite.Forget(age, most))));

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        if (!inDoubt)
        {
            return BatchFate.Absent;
        }

        store.Lock.Enter(_waiter);
        try
        {
            return store.Recover(batch, (batch.Source, batch.FirstSequence) == _floorOf ? _floor : 0);
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) =>
        Operate((source, sequence, found), static (keyed, x) => keyed.Read(x.source, x.sequence, x.found));

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Operate((source, first, count, found), static (keyed, x) => keyed.Scan(x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found) =>
        Operate((source, timestamp, found), static (keyed, x) => keyed.Find(x.source, x.timestamp, x.found));

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Operate(record, static (keyed, x) => keyed.Update(x));

    /// <inheritdoc/>
    public bool? LastDeleteFound { get; private set; }

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => LastDeleteFound =
        Changes((source, sequence), static (keyed, x) => keyed.Delete(x.source, x.sequence));

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) =>
        Changes((record, quality), static (keyed, x) => keyed.UpdateIf(x.record, x.quality));

    /// <inheritdoc/>
    public bool RestoreFences => true;

    /// <inheritdoc/>
    public void Restore()
    {
        // Every operation is complete or rolled back when it returns, and the store reopens its connection on next use.
    }

    /// <summary>Executes an operation, and tells whether it changed a row.</summary>
    private bool Changes<T>(T needed, Func<SqliteKeyed, T, int> operation)
    {
        store.Lock.Enter(_waiter);
        try
        {
            store.Operate(needed, operation);
            return store.ChangedRows > 0;
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    private T Locked<T>(Func<T> work)
    {
        store.Lock.Enter(_waiter);
        try
        {
            return work();
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    private void Operate<T>(T needed, Func<SqliteKeyed, T, int> operation)
    {
        store.Lock.Enter(_waiter);
        try
        {
            store.Operate(needed, operation);
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _waiter.Dispose();
}
