using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Changes a single record unless another client changed it since it was read: compare-and-set, or a transaction. A writer
/// implements it if its database can. <c>OwnKeysWork</c> and <c>SharedKeysWork</c> call it on the timed path for a
/// read-modify-write, after they have read the record. Comparison and change must be one atomic step of the database, or
/// increments are lost.
/// </summary>
public interface IConditionalUpdates : IRecordOperations
{
    /// <summary>
    /// Sets quality and values of one record if its stored quality is still the expected one. The quality holds the version, so
    /// it stands for the whole record.
    /// </summary>
    /// <param name="record">A batch of one row: the key and the new content.</param>
    /// <param name="quality">The quality that the record must have.</param>
    /// <returns>
    /// True once the database has acknowledged the change. False if the record is absent or has another quality.
    /// </returns>
    /// <exception cref="BatchWriteException">
    /// As for all operations. A lost race that the database reports as an error, such as SQL state 40001 or a deadlock, has
    /// <see cref="BatchWriteException.IsConflict"/>.
    /// </exception>
    bool UpdateIf(RecordBatch record, uint quality);
}
