using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Writes the records of a batch and then its row of control data, each acknowledged before the next begins: a crash between them leaves
/// records that nobody counts, and never a row that promises records which are not there.
/// </summary>
/// <param name="records">Writes records; this one's from now on.</param>
/// <param name="control">Writes control data; this one's from now on.</param>
internal sealed class HybridWriter(IBatchWriter records, IBatchWriter control) : IBatchWriter
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

    /// <summary>A batch whose records are stored is completed by its row rather than erased: both are there then, or neither.</summary>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        if ((batch.FirstSequence, batch.Count) != _current)
        {
            // Nothing is known of a batch that this writer did not write last: its row may be there.
            Begin(batch);
            _rowWasTried = true;
        }

        if (!_recordsAreStored)
        {
            // Where keys decide, records may be sent again whatever became of them, but what is given up must not be called absent too early.
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
            // The row is surely not there, but the records are: what becomes of the batch must be asked for.
            throw new BatchWriteException(exception.Message, exception.IsTransient, isAmbiguous: true, exception);
        }
    }
}
