using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads records of a source back, by their keys (GET). What was answered is not asked for again when it is run once more after a
/// failure.
/// </summary>
/// <param name="table">Where from.</param>
/// <param name="found">Is told of each document that is there.</param>
internal sealed class RecordGet(CouchbaseTable table, RecordGet.Found found) : IKvOperation
{
    private const int FlagBytes = 4;

    private readonly CouchbaseDocumentReader _reader = table.Shape.Reader();
    private bool[] _answered = [];
    private int _source;
    private long _first;
    private RowSet? _rows;

    /// <summary>Is told of a document.</summary>
    /// <param name="row">Which of the records that were asked for.</param>
    /// <param name="record">What it holds; null where that is no record of the trial's form. Valid during the call.</param>
    public delegate void Found(int row, CouchbaseDocumentReader? record);

    /// <inheritdoc/>
    public int Count { get; private set; }

    /// <summary>Begins with consecutive records.</summary>
    /// <param name="source">Their source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">How many.</param>
    public void Begin(int source, long first, int count) => Begin(source, first, count, rows: null);

    /// <summary>Begins with some records behind one.</summary>
    /// <param name="source">Their source.</param>
    /// <param name="first">The sequence number of row 0.</param>
    /// <param name="rows">The rows.</param>
    public void Begin(int source, long first, RowSet rows) => Begin(source, first, rows.Count, rows);

    /// <inheritdoc/>
    public bool IsDone(int row) => _answered[row];

    /// <inheritdoc/>
    public int WriteKey(int row, Span<byte> key) => RecordKey.Write(_source, _first + RowOf(row), key);

    /// <inheritdoc/>
    public void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key) =>
        link.Begin(KvOpcode.Get, vBucket, (uint)row, default, key, table.Prefix);

    /// <inheritdoc/>
    public KvServerException? Take(int row, KvAnswer answer)
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
