using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// A <see cref="HybridReadingWriter"/> whose database of the records changes single records. The control data of their batch
/// stays as it is: it says what was recorded, and a change of quality or values alters neither count nor time. With the record
/// of a batch of one, its row is deleted.
/// </summary>
/// <param name="changes">Changes records: the writer of the records.</param>
/// <param name="records">Writes records; disposed with this writer.</param>
/// <param name="control">Writes control data; disposed with this writer.</param>
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

        // Also where there was no record: a first attempt may have deleted it and not its row.
        Rows?.Forget(source, sequence);
    }

    /// <inheritdoc/>
    public bool? LastDeleteFound => changes.LastDeleteFound;
}
