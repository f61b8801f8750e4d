using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The prepared statements on single records, by the index on (source, sequence), or by time; each is one transaction.
/// </summary>
internal interface IPostgresKeyed
{
    /// <summary>Reads the records of a range of sequence numbers.</summary>
    void Read(int source, long first, int count, IRecordReceiver found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    void Find(int source, long timestamp, IRecordReceiver found);

    /// <summary>Sets quality and values of the record of a batch of one.</summary>
    void Update(RecordBatch record);

    /// <summary>Sets quality and values of the record of a batch of one if the record has a quality.</summary>
    /// <returns>True if it had.</returns>
    bool UpdateIf(RecordBatch record, uint quality);

    /// <summary>Deletes one record.</summary>
    /// <returns>True if it was there.</returns>
    bool Delete(int source, long sequence);
}
