using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads records of a batch back and compares them with the batch. <see cref="CouchbaseWriter"/> and <c>CouchbaseDriverWriter</c>
/// call it when a key existed already, and when the fate of a batch is unknown. Only a record with the same content may count as
/// stored. Changes nothing. Not thread-safe.
/// </summary>
internal sealed class CouchbaseStoredCheck
{
    private readonly KvPipeline _pipeline;
    private readonly RecordGet _get;
    private readonly double[] _values;
    private RecordBatch _batch = null!;
    private int _same;
    private int _others;

    public CouchbaseStoredCheck(KvPipeline pipeline, CouchbaseTable table)
    {
        _pipeline = pipeline;
        _get = new RecordGet(table, Compare);
        _values = new double[table.Table.Schema.ValueCount];
    }

    /// <summary>Requires that existing documents equal the records that were to be stored.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="rows">The rows whose keys existed.</param>
    /// <exception cref="BatchWriteException">A document is missing or has different content.</exception>
    public void Require(RecordBatch batch, RowSet rows)
    {
        (_batch, _same, _others) = (batch, 0, 0);
        _get.Begin(batch.Source, batch.FirstSequence, rows);
        _pipeline.Run(_get);
        if (_same < rows.Count)
        {
            throw new BatchWriteException(
                _others > 0
                    ? $"{_others} records of source {batch.Source} from {batch.FirstSequence + rows[0]} on are stored with "
                        + $"different content: another client writes to the bucket, or it was not emptied."
                    : $"The server says that records of source {batch.Source} from {batch.FirstSequence + rows[0]} on are "
                        + $"there, and {rows.Count - _same} of them are not.",
                isTransient: _others == 0,
                isAmbiguous: true);
        }
    }

    /// <summary>True if every record of a batch is stored with its content.</summary>
    public bool IsStored(RecordBatch batch)
    {
        (_batch, _same, _others) = (batch, 0, 0);
        _get.Begin(batch.Source, batch.FirstSequence, batch.Count);
        _pipeline.Run(_get);
        return _same == batch.Count;
    }

    private void Compare(int row, CouchbaseDocumentReader? record)
    {
        bool isSame = record is not null
            && RecordHash.Of(record.Source, record.Sequence, record.Timestamp, record.Quality,
                record.Values) == RecordHash.OfRow(_batch, row, _values);
        _ = isSame ? _same++ : _others++;
    }
}
