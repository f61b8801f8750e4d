using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// A <see cref="HybridReadingWriter"/> whose database of the records changes single records. <see cref="HybridTarget"/> opens
/// one per lane, and the lane's thread calls it on the timed path. An update leaves the control data unchanged, because it alters
/// neither the count nor the time of a batch. A deletion also deletes the row of control data if the row counts only this record.
/// </summary>
/// <param name="changes">Changes records: the writer of the records.</param>
/// <param name="records">Writes records. This writer disposes it.</param>
/// <param name="control">Writes control data. This writer disposes it.</param>
/// <param name="rows">Finds control data. Null if its table is not prepared for that.</param>
internal class HybridChangingWriter(IRecordOperations changes, IBatchWriter records, IBatchWriter control, ControlRows? rows)
    : HybridReadingWriter(changes, records, control, rows), IRecordOperations
{
    /// <inheritdoc/>
    public void Update(RecordBatch record) => changes.Update(record);

    /// <inheritdoc/>
    public void Delete(int source, long sequence)
    {
        changes.Delete(source, sequence);
        try
        {
            // Even if no record was found: an earlier attempt may have deleted the record but not its row.
            Rows?.Forget(source, sequence);
        }
        catch (BatchWriteException failure) when (!failure.IsAmbiguous)
        {
            // The record is gone, so that a further attempt finds none. A lost race for the row stays a conflict.
            throw new BatchWriteException(failure.Message, failure.IsTransient, isAmbiguous: true, failure)
            {
                IsConflict = failure.IsConflict,
            };
        }
    }

    /// <inheritdoc/>
    public bool? LastDeleteFound => changes.LastDeleteFound;
}
