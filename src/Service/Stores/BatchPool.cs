using System.Collections.Concurrent;
using System.Numerics;
using DbIngest.Abstractions.Records;

namespace DbIngest.Service.Stores;

/// <summary>
/// Lends batches to requests, so that they allocate none once the service is warm. <see cref="ServedStore"/> owns it, and
/// <c>RecordRoutes</c> and <c>InfluxRoutes</c> rent and return. Another request overwrites a batch that is returned too early.
/// Capacities are powers of two, or the most records. The pool keeps up to 128 MiB of free batches and leaves others to the
/// garbage collector. Thread-safe.
/// </summary>
/// <param name="schema">The values of a record.</param>
/// <param name="mostRecords">Most records of a batch.</param>
internal sealed class BatchPool(RecordSchema schema, int mostRecords)
{
    private const long KeptBytes = 128L << 20;

    private readonly ConcurrentBag<RecordBatch>[] _free =
        [.. Enumerable.Range(0, 32).Select(_ => new ConcurrentBag<RecordBatch>())];
    private long _keptBytes;

    /// <summary>Lends a batch.</summary>
    /// <param name="records">Records to hold. A larger number than the most records returns a batch for the most.</param>
    /// <returns>A batch with the content of an earlier request. The caller returns it.</returns>
    public RecordBatch Rent(int records)
    {
        int capacity = Math.Min((int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(records, 1, mostRecords)), mostRecords);
        if (_free[BitOperations.Log2((uint)capacity)].TryTake(out var batch))
        {
            Interlocked.Add(ref _keptBytes, -BytesOf(batch));
            if (batch.Capacity >= records || batch.Capacity == mostRecords)
            {
                return batch;
            }
        }

        return new RecordBatch(schema, capacity);
    }

    /// <summary>Takes a batch back. Call it once per batch, only after the work that reads the batch has ended.</summary>
    public void Return(RecordBatch batch)
    {
        long bytes = BytesOf(batch);
        if (Interlocked.Add(ref _keptBytes, bytes) > KeptBytes)
        {
            Interlocked.Add(ref _keptBytes, -bytes);
            return;
        }

        _free[BitOperations.Log2((uint)batch.Capacity)].Add(batch);
    }

    private long BytesOf(RecordBatch batch) => (long)batch.Capacity * schema.BytesPerRecord;
}
