using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Sources;

/// <summary>
/// One piece of equipment's stream of records. It fills batches and never touches a database.
/// </summary>
/// <remarks>
/// The content is a pure function of (workload, source, sequence): whatever the order and the number of calls, the same
/// sequence numbers give the same content. The audit and the retries rely on that. An instance serves one thread at a time.
/// </remarks>
public interface IRecordSource : IDisposable
{
    /// <summary>Resets the batch to the named records and writes all of their fields. Allocates nothing.</summary>
    /// <param name="batch">The batch to fill, of the workload's schema.</param>
    /// <param name="firstSequence">The sequence number of its first row.</param>
    /// <param name="count">The number of rows; at most the batch's capacity.</param>
    void Fill(RecordBatch batch, long firstSequence, int count);
}
