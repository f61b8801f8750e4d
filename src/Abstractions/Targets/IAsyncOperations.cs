using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The calls of a writer that hold no thread while the database works. A writer implements it beside <see cref="IBatchWriter"/>
/// and <see cref="IRecordOperations"/> if all calls of its client down to the socket are asynchronous. Its write path then sets
/// <see cref="WriteClient.IsAsync"/>. <c>StoreCalls</c> of the service calls it for <c>--threads async</c>, one call at a time
/// per writer. Lanes never call it.
/// </summary>
/// <remarks>
/// The rules of the blocking calls hold: no retries, and no exception but <see cref="BatchWriteException"/>. After an exception,
/// <see cref="IBatchWriter.Recover"/> or <see cref="IRecordReads.Restore"/> makes the writer usable again. Both block.
/// </remarks>
public interface IAsyncOperations
{
    /// <summary>As <see cref="IBatchWriter.Write"/>.</summary>
    ValueTask WriteAsync(RecordBatch batch);

    /// <summary>As <see cref="IRecordReads.Read"/> for one sequence number, else as <see cref="IRecordReads.Scan"/>.</summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range, at least 1.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found);

    /// <summary>As <see cref="IInstantReads.Find"/>.</summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="timestamp">The instant, in microseconds UTC.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    ValueTask FindAsync(int source, long timestamp, IRecordReceiver found);

    /// <summary>As <see cref="IRecordOperations.Update"/>.</summary>
    ValueTask UpdateAsync(RecordBatch record);

    /// <summary>As <see cref="IRecordOperations.Delete"/>.</summary>
    ValueTask DeleteAsync(int source, long sequence);
}
