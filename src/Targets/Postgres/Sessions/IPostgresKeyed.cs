using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The prepared statements on single records, found by (source, sequence) or by time. Each is one transaction.
/// <see cref="PostgresWriter"/> calls them on the timed path and drops the session after any failure.
/// <see cref="PostgresWireKeyed"/> and <see cref="PostgresDriverKeyed"/> implement them.
/// </summary>
internal interface IPostgresKeyed
{
    /// <summary>Reads the records of a range of sequence numbers.</summary>
    void Read(int source, long first, int count, IRecordReceiver found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    void Find(int source, long timestamp, IRecordReceiver found);

    /// <summary>Sets quality and values of one record.</summary>
    /// <param name="record">A batch of one record.</param>
    void Update(RecordBatch record);

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <param name="record">A batch of one record with the new content.</param>
    /// <param name="quality">The quality that the stored record must have.</param>
    /// <returns>True if the record was set. False if it is absent or has another quality.</returns>
    bool UpdateIf(RecordBatch record, uint quality);

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed.</returns>
    bool Delete(int source, long sequence);
}
