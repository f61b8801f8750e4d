using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// What a writer may offer beside <see cref="IBatchWriter"/>: single records by their key, (source, sequence). The rules are
/// those of a writer: no retries, no timing, <see cref="BatchWriteException"/> and nothing else, nothing allocated per
/// record.
/// </summary>
/// <remarks>
/// Every operation may be repeated after a failure without harm: an update sets a record to a version, whatever it was before. The
/// table is prepared for it when <see cref="TrialTable.IsKeyed"/> says so.
/// </remarks>
public interface IRecordOperations
{
    /// <summary>Reads one record. It need not be there.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="sequence">Its sequence number.</param>
    /// <param name="found">Receives what the database answers.</param>
    void Read(int source, long sequence, ReadTally found);

    /// <summary>Reads the records of a range of sequence numbers, in any order. Some need not be there.</summary>
    /// <param name="source">Their source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">How many sequence numbers.</param>
    /// <param name="found">Receives what the database answers.</param>
    void Scan(int source, long first, int count, ReadTally found);

    /// <summary>Sets quality and values of one record; returns once that is acknowledged under the durability contract.</summary>
    /// <param name="record">A batch of one: the key, and the record as it is to be.</param>
    void Update(RecordBatch record);

    /// <summary>Deletes one record; returns once that is acknowledged under the durability contract.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="sequence">Its sequence number.</param>
    void Delete(int source, long sequence);

    /// <summary>
    /// Called after one of these threw, before it is tried again: makes the writer usable again (reconnects), and makes sure that
    /// nothing of the failed attempt can still arrive and undo what comes after it.
    /// </summary>
    /// <exception cref="BatchWriteException">The target cannot be reached now; the caller may wait and call again.</exception>
    void Restore();
}
