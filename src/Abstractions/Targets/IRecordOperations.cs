using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reads and changes single records by key (source, sequence). A writer implements it beside <see cref="IBatchWriter"/> if its
/// database supports mixes (<c>--mix</c>) with updates and deletions. <c>OwnKeysWork</c> and <c>SharedKeysWork</c> call it for
/// lanes of a mix on the timed path, and <c>StoreCalls</c> for the HTTP service.
/// </summary>
/// <remarks>
/// The rules of <see cref="IRecordReads"/> hold. Repeating an operation must be harmless: an update sets a record to a version
/// regardless of what was stored.
/// </remarks>
public interface IRecordOperations : IRecordReads
{
    /// <summary>Sets quality and values of one record and returns when the database has acknowledged the change.</summary>
    /// <param name="record">A batch of one row: the key and the new content.</param>
    void Update(RecordBatch record);

    /// <summary>
    /// True if the last deletion found its record, whether blocking or asynchronous. Null if the database does not tell, as by
    /// default. <see cref="WriteClient.TellsAbsence"/> states beforehand whether the database tells.
    /// </summary>
    bool? LastDeleteFound => null;

    /// <summary>Deletes one record and returns when the database has acknowledged the deletion.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number within the source, from 0.</param>
    void Delete(int source, long sequence);
}
