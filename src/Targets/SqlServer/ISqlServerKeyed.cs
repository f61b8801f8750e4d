using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// The statements on single records over the connection of a writer. Each is one transaction and finds records by the index on
/// (source, sequence). <see cref="SqlServerWriter"/> calls them on the timed path, on the thread of its lane, and drops the
/// connection after a failure. <see cref="SqlServerWireKeyed"/> and <see cref="SqlServerDriverKeyed"/> implement them.
/// </summary>
internal interface ISqlServerKeyed
{
    /// <summary>
    /// Reads the stored ones of <paramref name="count"/> records of a source, from sequence number <paramref name="first"/> on.
    /// </summary>
    void Read(int source, long first, int count, IRecordReceiver found);

    /// <summary>Sets quality and values of one record. The batch must hold this record alone.</summary>
    void Update(RecordBatch record);

    /// <summary>
    /// Sets quality and values of one record if its stored quality is <paramref name="quality"/>. The batch must hold this record
    /// alone.
    /// </summary>
    /// <returns>True if the record was set. False if it is absent or has another quality.</returns>
    bool UpdateIf(RecordBatch record, uint quality);

    /// <summary>Deletes one record.</summary>
    void Delete(int source, long sequence);
}
