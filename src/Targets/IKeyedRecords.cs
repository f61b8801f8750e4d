using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets;

/// <summary>
/// The prepared statements or requests by which a writer reads and changes single records. Source and sequence number name a
/// record, and each change is atomic. <see cref="KeyedWriter{TKeyed}"/> calls them on the timed path, one thread at a time, and
/// converts their exceptions. An implementation must not repeat a request that may have taken effect, and must pass on every
/// record that it finds, because the caller judges the answer.
/// </summary>
internal interface IKeyedRecords
{
    /// <summary>Reads the records of a range of sequence numbers.</summary>
    void Read(int source, long first, int count, IRecordReceiver found);

    /// <summary>Sets quality and values of one record. Does nothing if the record is absent.</summary>
    /// <param name="record">A batch of one record with the new content.</param>
    void Update(RecordBatch record);

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <param name="record">A batch of one record with the new content.</param>
    /// <param name="quality">The quality that the stored record must have.</param>
    /// <returns>True if the record was set. False if it is absent or has another quality.</returns>
    bool UpdateIf(RecordBatch record, uint quality);

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed. Null if the client does not tell.</returns>
    bool? Delete(int source, long sequence);
}
