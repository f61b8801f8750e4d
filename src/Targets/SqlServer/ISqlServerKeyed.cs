using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// The statements on single records of a connection, by the index on (source, sequence); each is one transaction.
/// <see cref="SqlServerWriter"/> calls them on the timed path.
/// </summary>
internal interface ISqlServerKeyed
{
    /// <summary>Reads the records of a range of sequence numbers.</summary>
    void Read(int source, long first, int count, IRecordReceiver found);

    /// <summary>Sets quality and values of the record of a batch of one.</summary>
    void Update(RecordBatch record);

    /// <summary>Sets quality and values of the record of a batch of one if it has a quality.</summary>
    /// <returns>True if it had.</returns>
    bool UpdateIf(RecordBatch record, uint quality);

    /// <summary>Deletes one record.</summary>
    void Delete(int source, long sequence);
}
