using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Writes each batch's records to one database and then a row of control data to the other, each acknowledged before the next
/// begins. The row must never come first: a crash in between leaves records that no row counts, but never a row for missing
/// records. <see cref="HybridTarget"/> opens one per lane, and the lane's thread calls it on the timed path.
/// </summary>
/// <param name="records">Writes records. This writer disposes it.</param>
/// <param name="control">Writes control data. This writer disposes it.</param>
/// <param name="rows">Finds control data. Null if its table is not prepared for that.</param>
internal class HybridWriter(IBatchWriter records, IBatchWriter control, ControlRows? rows = null) : IComposedWriter
{
    private readonly RecordBatch _row = new(ControlData.Schema, 1);
    private (int Source, long First, int Count) _current = (-1, -1, 0);
    private bool _recordsAreStored;
    private bool _rowWasTried;

    /// <inheritdoc/>
    public bool IsIdempotent => records.IsIdempotent && control.IsIdempotent;

    /// <inheritdoc/>
    public bool ServesAnySource => records.ServesAnySource && control.ServesAnySource;

    /// <inheritdoc/>
    public IBatchWriter Records => records;

    /// <summary>Finds control data. Null if its table is not prepared for that.</summary>
    protected ControlRows? Rows => rows;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        Begin(batch);
        rows?.Register(batch.Source);
        records.Write(batch);
        _recordsAreStored = true;
        WriteRow(batch);
    }

    /// <summary>
    /// Completes a batch whose records are stored by writing its row, and never erases records. Afterwards records and row are
    /// both stored, or neither.
    /// </summary>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        if ((batch.Source, batch.FirstSequence, batch.Count) != _current)
        {
            // The writer has no state of a batch that it did not write last, so the row may exist.
            Begin(batch);
            _rowWasTried = true;
        }

        if (!_recordsAreStored)
        {
            // With idempotent keys records may be sent again whatever their fate, but a batch to be given up must not be called
            // absent too early.
            if (records.Recover(batch, inDoubt) == BatchFate.Absent)
            {
                return BatchFate.Absent;
            }

            _recordsAreStored = true;
        }

        ControlData.Describe(_row, batch);
        if (control.Recover(_row, _rowWasTried) == BatchFate.Absent)
        {
            WriteRow(batch);
        }

        return BatchFate.Stored;
    }

    /// <inheritdoc/>
    public void Complete(RecordBatch batch) => (rows
        ?? throw new InvalidOperationException("The table of control data is not prepared for reads.")).Ensure(batch);

    /// <inheritdoc/>
    public virtual void Ask() => rows?.Ask();

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            records.Dispose();
        }
        finally
        {
            control.Dispose();
        }

        GC.SuppressFinalize(this);
    }

    private void Begin(RecordBatch batch)
    {
        _current = (batch.Source, batch.FirstSequence, batch.Count);
        _recordsAreStored = _rowWasTried = false;
    }

    private void WriteRow(RecordBatch batch)
    {
        if (batch.Count == 0)
        {
            return;
        }

        ControlData.Describe(_row, batch);
        _rowWasTried = true;
        try
        {
            control.Write(_row);
        }
        catch (BatchWriteException exception) when (!exception.IsAmbiguous)
        {
            if (!exception.IsTransient && rows is not null && IsThere(rows, batch))
            {
                return;
            }

            // The row is not stored but the records are, so the batch's fate must be determined.
            throw new BatchWriteException(exception.Message, exception.IsTransient, isAmbiguous: true, exception);
        }
    }

    /// <summary>
    /// Completes a batch whose row was refused. A row may exist already if records were stored again after a deletion, or
    /// twice without a key.
    /// </summary>
    private static bool IsThere(ControlRows rows, RecordBatch batch)
    {
        try
        {
            rows.Restore();
            rows.Ensure(batch);
            return true;
        }
        catch (BatchWriteException)
        {
            // The caller reports the refusal instead, which says more.
            return false;
        }
    }
}
