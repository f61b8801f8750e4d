using System.Collections;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Service.Stores;

/// <summary>
/// Compares the rows that a store returns for the keys of a batch with the batch. A <see cref="StoreSession"/> reuses one object
/// to learn whether a failed write or an earlier request stored the batch, all of it, a part, or other content. Not thread-safe.
/// </summary>
internal sealed class StoredRows : IRecordReceiver
{
    private RecordBatch? _batch;
    private BitArray _seen = new(0);

    /// <summary>Records of the batch that are stored with the same content.</summary>
    public int Same { get; private set; }

    /// <summary>The sequence number of a record that is stored with other content. Null if there is none.</summary>
    public long? Other { get; private set; }

    /// <summary>Starts a comparison, before each read. The batch must not change until the comparison is used.</summary>
    public void Begin(RecordBatch batch)
    {
        _batch = batch;
        _seen = new BitArray(batch.Count);
        Same = 0;
        Other = null;
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        var batch = _batch!;
        long row = sequence - batch.FirstSequence;
        if (source != batch.Source || row < 0 || row >= batch.Count)
        {
            return;
        }

        if (!IsSame(batch, (int)row, timestamp, quality, values))
        {
            Other ??= sequence;
        }
        else if (!_seen[(int)row])
        {
            _seen[(int)row] = true;
            Same++;
        }
    }

    /// <summary>
    /// The rows of the batch that are not stored with the same content, as runs: index of the first row from 0, and count.
    /// </summary>
    public IEnumerable<(int First, int Count)> Missing()
    {
        int end = _batch!.Count;
        for (int row = 0; row < end; row++)
        {
            int first = row;
            while (row < end && !_seen[row])
            {
                row++;
            }

            if (row > first)
            {
                yield return (first, row - first);
            }
        }
    }

    private static bool IsSame(RecordBatch batch, int row, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        if (batch.Timestamps[row] != timestamp || batch.Qualities[row] != quality)
        {
            return false;
        }

        for (int column = 0; column < values.Length; column++)
        {
            // Equals, because NaN == NaN is false and a missing value must equal a missing value.
            if (!values[column].Equals(batch.Values[(column * batch.Capacity) + row]))
            {
                return false;
            }
        }

        return true;
    }
}
