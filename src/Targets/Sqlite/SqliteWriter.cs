using DbIngest.Core.Records;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Sqlite;

/// <summary>The writer of a source: waits its turn in this process, then for other processes, then writes one transaction.</summary>
internal sealed class SqliteWriter(SqliteStore store) : IBatchWriter
{
    private readonly FairLock.Waiter _waiter = new();
    private long _floor;
    private long _floorSequence = -1;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        store.Lock.Enter(_waiter);
        try
        {
            // Rowids rise: should the batch's fate be asked for, only rows above this one need be looked at.
            _floor = store.LastRowId;
            _floorSequence = batch.FirstSequence;
            store.Write(batch);
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch)
    {
        store.Lock.Enter(_waiter);
        try
        {
            return store.Recover(batch, batch.FirstSequence == _floorSequence ? _floor : 0);
        }
        finally
        {
            store.Lock.Exit();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _waiter.Dispose();
}
