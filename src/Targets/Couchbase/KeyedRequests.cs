using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads and changes single records by their keys. <see cref="CouchbaseWriter"/> calls it on the timed path for a mix. A range
/// is read by one request per key, all in flight at once. Not thread-safe.
/// </summary>
/// <remarks>
/// An update reads the document and then replaces that version (CAS) of it: optimistic locking. An attempt whose answer was lost
/// and that arrives after a later update therefore changes nothing. A node has no other way to know that the client gave a
/// request up.
/// </remarks>
internal sealed class KeyedRequests : IKeyedRecords
{
    private const int MostVersions = 10;

    private readonly KvPipeline _pipeline;
    private readonly RecordGet _get;
    private readonly SingleRequest _single;
    private IRecordReceiver _found = null!;

    public KeyedRequests(KvPipeline pipeline, CouchbaseTable table)
    {
        _pipeline = pipeline;
        _single = new SingleRequest(table);
        _get = new RecordGet(table, (_, record) =>
        {
            // A document that is no record is left out, so the read counts as a wrong answer.
            if (record is not null)
            {
                _found.Add(record.Source, record.Sequence, record.Timestamp, record.Quality, record.Values);
            }
        });
    }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        _found = found;
        _get.Begin(source, first, count);
        _pipeline.Run(_get);
    }

    /// <summary>Replaces the record of a batch of one. Does nothing if the record is absent.</summary>
    /// <exception cref="KvServerException">
    /// The server refused a request, or (<see cref="KvStatus.KeyExists"/>) other clients changed the document before each of ten
    /// attempts.
    /// </exception>
    public void Update(RecordBatch record)
    {
        for (int versions = 0; versions < MostVersions; versions++)
        {
            _single.BeginGet(record.Source, record.FirstSequence);
            _pipeline.Run(_single);
            if (_single.Status == KvStatus.KeyNotFound)
            {
                return;
            }

            _single.BeginReplace(record, _single.Version);
            _pipeline.Run(_single);
            if (_single.Status != KvStatus.KeyExists)
            {
                return;
            }
        }

        throw new KvServerException(KvStatus.KeyExists,
            $"The document {record.Source}:{record.FirstSequence} was changed by others each time before it could be replaced");
    }

    /// <summary>
    /// Replaces the record of a batch of one if the stored record has a certain quality: reads the document, then replaces the
    /// version (CAS) that it read.
    /// </summary>
    /// <returns>True if it had. False also if another client replaced the document in between.</returns>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        _single.BeginGet(record.Source, record.FirstSequence, wantsQuality: true);
        _pipeline.Run(_single);
        if (_single.Status == KvStatus.KeyNotFound || _single.Quality != quality)
        {
            return false;
        }

        _single.BeginReplace(record, _single.Version);
        _pipeline.Run(_single);
        return _single.Status == KvStatus.Success;
    }

    /// <summary>Deletes a record. Does nothing if the record is absent.</summary>
    /// <returns>Null: this client does not report whether the record existed.</returns>
    public bool? Delete(int source, long sequence)
    {
        _single.BeginDelete(source, sequence);
        _pipeline.Run(_single);
        return null;
    }
}
