using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Stores the records of a batch, each under a key that nobody else has (ADD). When the same batch comes again after a failure,
/// what was acknowledged is not sent again. Used again for the next batch.
/// </summary>
/// <param name="table">Where to.</param>
internal sealed class BatchAdd(CouchbaseTable table) : IKvOperation
{
    private RecordBatch _batch = null!;
    private bool[] _acknowledged = [];
    private (int Source, long First, int Count) _failed;

    /// <inheritdoc/>
    public int Count => _batch.Count;

    /// <summary>The rows whose key was there already.</summary>
    public RowSet Present { get; } = new();

    /// <summary>Begins with a batch.</summary>
    public void Begin(RecordBatch batch)
    {
        _batch = batch;
        Present.Clear();
        if (_failed != (batch.Source, batch.FirstSequence, batch.Count))
        {
            if (_acknowledged.Length < batch.Count)
            {
                _acknowledged = new bool[batch.Capacity];
            }

            Array.Clear(_acknowledged, 0, batch.Count);
            _failed = (batch.Source, batch.FirstSequence, batch.Count);
        }
    }

    /// <summary>The batch is stored whole, or looked for otherwise: nothing of it is remembered.</summary>
    public void End() => _failed = default;

    /// <inheritdoc/>
    public bool IsDone(int row) => _acknowledged[row];

    /// <inheritdoc/>
    public int WriteKey(int row, Span<byte> key) => RecordKey.Write(_batch.Source, _batch.FirstSequence + row, key);

    /// <inheritdoc/>
    public void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key)
    {
        link.Begin(KvOpcode.Add, vBucket, (uint)row, table.StoreExtras, key, table.Prefix, table.Framing);
        table.Shape.Append(link.Requests, _batch, row);
    }

    /// <inheritdoc/>
    public KvServerException? Take(int row, KvAnswer answer)
    {
        switch (answer.Status)
        {
            case KvStatus.Success:
                _acknowledged[row] = true;
                return null;
            case KvStatus.KeyExists:
                Present.Add(row);
                return null;
            default:
                return KvServerException.Of(answer, "A document was not stored");
        }
    }
}
