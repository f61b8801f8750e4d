using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// The GET requests for records of one source, which <see cref="KvPipeline"/> sends for the audit, for checks and for single
/// reads. When repeated after a failure, it asks only for records without an answer. The reader that it hands over is reused for
/// the next document. <see cref="CouchbaseAudit"/> creates one per thread, <see cref="CouchbaseStoredCheck"/> and
/// <see cref="KeyedRequests"/> one per writer. They call <c>Begin</c> once and may then run it again after a failure.
/// </summary>
/// <param name="table">The collection and document shape.</param>
/// <param name="found">Receives each existing document.</param>
internal sealed class RecordGet(CouchbaseTable table, RecordGet.Found found) : IKvOperation
{
    private const int FlagBytes = 4;

    private readonly CouchbaseDocumentReader _reader = table.Shape.Reader();
    private bool[] _answered = [];
    private int _source;
    private long _first;
    private RowSet? _rows;

    /// <summary>Receives a document. Documents arrive in any order.</summary>
    /// <param name="row">
    /// Distance of the record's sequence number from <c>first</c>, also for selected rows: the row in the batch that
    /// <c>CouchbaseStoredCheck.Compare</c> compares with.
    /// </param>
    /// <param name="record">The record. Null if the document is not a record of the trial's shape. Valid during the call.</param>
    public delegate void Found(int row, CouchbaseDocumentReader? record);

    /// <inheritdoc/>
    public int Count { get; private set; }

    /// <summary>Starts with consecutive records.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Number of records.</param>
    public void Begin(int source, long first, int count) => Begin(source, first, count, rows: null);

    /// <summary>Starts with selected records after a sequence number.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="first">The sequence number of row 0.</param>
    /// <param name="rows">Distances from <paramref name="first"/>.</param>
    public void Begin(int source, long first, RowSet rows) => Begin(source, first, rows.Count, rows);

    /// <inheritdoc/>
    public bool IsDone(int row) => _answered[row];

    /// <inheritdoc/>
    public int WriteKey(int row, Span<byte> key) => RecordKey.Write(_source, _first + RowOf(row), key);

    /// <inheritdoc/>
    public void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key) =>
        link.Begin(KvOpcode.Get, vBucket, (uint)row, default, key, table.Prefix);

    /// <inheritdoc/>
    public KvServerException? Take(int row, KvMessage answer)
    {
        if (answer.Status == KvStatus.Success)
        {
            bool isWhole = answer.Extras.Length == FlagBytes && _reader.Read(answer.Value);
            found(RowOf(row), isWhole ? _reader : null);
        }
        else if (answer.Status != KvStatus.KeyNotFound)
        {
            return KvServerException.Of(answer, "A document was not read");
        }

        _answered[row] = true;
        return null;
    }

    private int RowOf(int row) => _rows is null ? row : _rows[row];

    private void Begin(int source, long first, int count, RowSet? rows)
    {
        (_source, _first, Count, _rows) = (source, first, count, rows);
        if (_answered.Length < count)
        {
            _answered = new bool[count];
        }

        Array.Clear(_answered, 0, count);
    }
}
