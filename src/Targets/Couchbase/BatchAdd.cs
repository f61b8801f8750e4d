using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// The ADD requests of one batch, one per record, which <see cref="KvPipeline"/> sends for <c>CouchbaseWriter</c>. ADD fails if
/// the key exists, so a batch stores nothing twice. When the same batch is repeated after a failure, acknowledged rows are not
/// sent again. Each writer reuses one from batch to batch on the timed path: it allocates nothing per record.
/// </summary>
/// <param name="table">Collection, document shape and durability level.</param>
internal sealed class BatchAdd(CouchbaseTable table) : IKvOperation
{
    private RecordBatch _batch = null!;
    private bool[] _acknowledged = [];
    private (int Source, long First, int Count) _failed;

    /// <inheritdoc/>
    public int Count => _batch.Count;

    /// <summary>
    /// The rows whose key existed already, which is no failure here: the writer must compare their content with the batch before
    /// it counts as stored.
    /// </summary>
    public RowSet Present { get; } = new();

    /// <summary>Starts a batch, or continues it if it is the batch that failed last.</summary>
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

    /// <summary>Forgets which rows were acknowledged: the batch is stored, or its fate was read.</summary>
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
    public KvServerException? Take(int row, KvMessage answer)
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
