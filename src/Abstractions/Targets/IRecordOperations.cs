using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reads and changes single records by key (source, sequence). A writer implements it beside <see cref="IBatchWriter"/> if its
/// database supports mixes (<c>--mix</c>). Lanes of a mix call it on the timed path.
/// </summary>
/// <remarks>
/// The rules of <see cref="IBatchWriter"/> hold: no retries, no timing, no exception but <see cref="BatchWriteException"/>, no
/// allocation per record. Repeating an operation must be harmless: an update sets a record to a version regardless of what was
/// stored. <see cref="TrialTable.IsKeyed"/> tells the target to prepare the table for these operations.
/// </remarks>
public interface IRecordOperations
{
    /// <summary>Reads one record. The record may be absent.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number within the source, from 0.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    void Read(int source, long sequence, ReadTally found);

    /// <summary>Reads a range of sequence numbers of one source, in any order. Records of the range may be absent.</summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range, at least 1.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    void Scan(int source, long first, int count, ReadTally found);

    /// <summary>Sets quality and values of one record and returns when the database has acknowledged the change.</summary>
    /// <param name="record">A batch of one row: the key and the new content.</param>
    void Update(RecordBatch record);

    /// <summary>Deletes one record and returns when the database has acknowledged the deletion.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number within the source, from 0.</param>
    void Delete(int source, long sequence);

    /// <summary>
    /// Makes the writer usable after one of these operations threw. The lane calls it before it repeats the operation. The writer
    /// reconnects if needed and ensures that the failed attempt can no longer take effect and undo a later operation.
    /// </summary>
    /// <exception cref="BatchWriteException">The database does not answer. The lane waits and calls again.</exception>
    void Restore();
}
