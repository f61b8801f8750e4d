using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// One request for one record: reads its version, replaces it or deletes it. <see cref="KeyedRequests"/> reuses one for all of
/// its operations, and <see cref="KvPipeline"/> sends it. A replacement must carry the version that was read, so that a late one
/// changes nothing. One thread at a time calls it.
/// </summary>
/// <param name="table">The collection, document shape and durability level.</param>
internal sealed class SingleRequest(CouchbaseTable table) : IKvOperation
{
    private KvOpcode _opcode;
    private int _source;
    private long _sequence;
    private ulong _ifVersion;
    private RecordBatch? _record;
    private bool _isAnswered;
    private bool _wantsQuality;
    private CouchbaseDocumentReader? _reader;

    /// <inheritdoc/>
    public int Count => 1;

    /// <summary>The server's answer: success, key not found or key exists.</summary>
    public KvStatus Status { get; private set; }

    /// <summary>The document's version (CAS) from the answer.</summary>
    public ulong Version { get; private set; }

    /// <summary>
    /// The quality of the read document, if <see cref="BeginGet"/> wanted it. Null otherwise, and for a document that is no
    /// record.
    /// </summary>
    public uint? Quality { get; private set; }

    /// <summary>Starts a read of the document's version and, if wanted, its quality.</summary>
    public void BeginGet(int source, long sequence, bool wantsQuality = false)
    {
        Begin(KvOpcode.Get, source, sequence, ifVersion: 0, record: null);
        _wantsQuality = wantsQuality;
        Quality = null;
    }

    /// <summary>Starts a replacement by the record of a batch of one, which fails if the version has changed.</summary>
    public void BeginReplace(RecordBatch record, ulong ifVersion) =>
        Begin(KvOpcode.Replace, record.Source, record.FirstSequence, ifVersion, record);

    /// <summary>Starts a deletion.</summary>
    public void BeginDelete(int source, long sequence) => Begin(KvOpcode.Delete, source, sequence, ifVersion: 0, record: null);

    /// <inheritdoc/>
    public bool IsDone(int row) => _isAnswered;

    /// <inheritdoc/>
    public int WriteKey(int row, Span<byte> key) => RecordKey.Write(_source, _sequence, key);

    /// <inheritdoc/>
    public void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key)
    {
        link.Begin(
            _opcode,
            vBucket,
            (uint)row,
            _record is null ? default : table.StoreExtras,
            key,
            table.Prefix,
            _opcode == KvOpcode.Get ? default : table.Framing,
            _ifVersion);
        if (_record is not null)
        {
            table.Shape.Append(link.Requests, _record, 0);
        }
    }

    /// <inheritdoc/>
    public KvServerException? Take(int row, KvMessage answer)
    {
        (Status, Version) = (answer.Status, answer.Cas);
        if (_wantsQuality && Status == KvStatus.Success)
        {
            _reader ??= table.Shape.Reader();
            Quality = _reader.Read(answer.Value) ? _reader.Quality : null;
        }

        _isAnswered = Status is KvStatus.Success or KvStatus.KeyNotFound or KvStatus.KeyExists;
        return _isAnswered ? null
            : KvServerException.Of(answer,
            $"A document was not {(_opcode == KvOpcode.Get ? "read" : _opcode == KvOpcode.Delete ? "deleted" : "replaced")}");
    }

    private void Begin(KvOpcode opcode, int source, long sequence, ulong ifVersion, RecordBatch? record) =>
        (_opcode, _source, _sequence, _ifVersion, _record, _isAnswered, _wantsQuality) =
            (opcode, source, sequence, ifVersion, record, false, false);
}
