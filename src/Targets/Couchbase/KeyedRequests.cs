using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Single records by their key: every key is known, so that a range is asked for key by key, all of it in flight at once.
/// </summary>
/// <remarks>
/// An update replaces the version (CAS) of the document that it has read just before, as optimistic locking has it. So an attempt
/// whose answer was lost, and that arrives after a later update, changes nothing: nothing else tells a node that we have given a
/// request up.
/// </remarks>
internal sealed class KeyedRequests
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
            // A document that is no record is none: the answer is then wrong, and counted as that.
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

    /// <summary>Replaces the record of a batch of one, if it is there.</summary>
    /// <exception cref="KvServerException">Others replace it all the time.</exception>
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

        throw new KvServerException(KvStatus.TemporaryFailure,
            $"The document {record.Source}:{record.FirstSequence} was changed by others each time before it could be replaced");
    }

    /// <summary>
    /// Replaces the record of a batch of one if it has a quality: reads the document, then replaces the version (CAS) that it
    /// read.
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

    /// <summary>Deletes a record, if it is there.</summary>
    public void Delete(int source, long sequence)
    {
        _single.BeginDelete(source, sequence);
        _pipeline.Run(_single);
    }
}
