using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Writes each batch's records to one database and then a row of control data to the other, each acknowledged before the next
/// begins. A crash in between leaves records that no row counts, but never a row for missing records. The lane's thread calls it.
/// </summary>
/// <param name="records">Writes records; disposed with this writer.</param>
/// <param name="control">Writes control data; disposed with this writer.</param>
internal class HybridWriter(IBatchWriter records, IBatchWriter control) : IBatchWriter
{
    private readonly RecordBatch _row = new(ControlData.Schema, 1);
    private (long First, int Count) _current = (-1, 0);
    private bool _recordsAreStored;
    private bool _rowWasTried;

    /// <inheritdoc/>
    public bool IsIdempotent => records.IsIdempotent && control.IsIdempotent;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        Begin(batch);
        records.Write(batch);
        _recordsAreStored = true;
        WriteRow(batch);
    }

    /// <summary>
    /// Completes a batch whose records are stored by writing its row, rather than erasing it: afterwards both are stored, or
    /// neither.
    /// </summary>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        if ((batch.FirstSequence, batch.Count) != _current)
        {
            // The writer knows nothing of a batch that it did not write last: the row may exist.
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
    public void Dispose()
    {
        records.Dispose();
        control.Dispose();
        GC.SuppressFinalize(this);
    }

    private void Begin(RecordBatch batch)
    {
        _current = (batch.FirstSequence, batch.Count);
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
            // The row is not stored but the records are, so the batch's fate must be determined.
            throw new BatchWriteException(exception.Message, exception.IsTransient, isAmbiguous: true, exception);
        }
    }
}
