using System.Globalization;
using Couchbase.Core.Exceptions;
using Couchbase.Core.Exceptions.KeyValue;
using Couchbase.KeyValue;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// The Couchbase driver's calls for single records: insert, read, replace by compare-and-swap, delete.
/// <see cref="CouchbaseDriverWriter"/> owns one, on the thread of its lane. Insertions may overlap, other calls may not. A record
/// that does not exist is neither replaced nor deleted, without an error. The driver keeps each document until it has sent it, so
/// documents never share an array.
/// </summary>
internal sealed class CouchbaseDriverRecords
{
    private const int MostVersions = 10;

    private readonly ICouchbaseCollection _collection;
    private readonly CouchbaseDocumentShape _shape;
    private readonly DurabilityLevel _durability;
    private readonly TimeSpan _writeTimeout;
    private readonly CancellationToken _cancellation;
    private readonly InsertOptions _insert;
    private readonly GetOptions _get;
    private readonly RemoveOptions _remove;
    private readonly KvRequestBuffer _room = new();
    private readonly CouchbaseDocumentReader _reader;

    public CouchbaseDriverRecords(ICouchbaseCollection collection, CouchbaseTable table, DurabilityLevel durability,
        TimeSpan requestTimeout, CancellationToken cancellation)
    {
        (_collection, _shape, _durability, _cancellation) = (collection, table.Shape, durability, cancellation);
        _reader = table.Shape.Reader();
        _writeTimeout = durability == DurabilityLevel.None ? requestTimeout
            : CouchbaseDriverSettings.DurabilityTimeout(requestTimeout);
        _insert = new InsertOptions().Durability(durability).Timeout(_writeTimeout).CancellationToken(cancellation);
        _get = new GetOptions().Timeout(requestTimeout).CancellationToken(cancellation);
        _remove = new RemoveOptions().Durability(durability).Timeout(_writeTimeout).CancellationToken(cancellation);
    }

    /// <summary>Inserts a record. Fails if its key exists.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">Index of the row.</param>
    public Task InsertAsync(RecordBatch batch, int row) =>
        _collection.InsertAsync(Key(batch.Source, batch.FirstSequence + row), Document(batch, row), _insert);

    /// <summary>
    /// Reads the records of a range of sequence numbers, all requests at once. Leaves out those that do not exist.
    /// </summary>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var answers = Enumerable.Range(0, count).Select(i => GetAsync(source, first + i)).ToList();
        Task.WhenAll(answers).GetAwaiter().GetResult();
        foreach (byte[] document in answers.Select(a => a.Result.Document).OfType<byte[]>())
        {
            if (_reader.Read(document))
            {
                found.Add(_reader.Source, _reader.Sequence, _reader.Timestamp, _reader.Quality, _reader.Values);
            }
        }
    }

    /// <summary>
    /// Replaces a record by compare-and-swap on the version just read, up to 10 times if other writes come first. Does nothing if
    /// the record does not exist. See <see cref="KeyedRequests"/>.
    /// </summary>
    public async Task UpdateAsync(RecordBatch record)
    {
        for (int versions = 1; ; versions++)
        {
            var (_, version) = await GetAsync(record.Source, record.FirstSequence).ConfigureAwait(false);
            if (version == 0)
            {
                return;
            }

            try
            {
                var options = new ReplaceOptions().Cas(version).Durability(_durability).Timeout(_writeTimeout)
                    .CancellationToken(_cancellation);
                await _collection.ReplaceAsync(Key(record.Source, record.FirstSequence), Document(record, 0), options)
                    .ConfigureAwait(false);
                return;
            }
            catch (CasMismatchException) when (versions < MostVersions)
            {
                // Another write came first: read and replace again.
            }
            catch (DocumentNotFoundException)
            {
                return;
            }
        }
    }

    /// <summary>Replaces a record if it has a certain quality, by compare-and-swap on the version just read.</summary>
    /// <returns>True if it had. False also if another client replaced or deleted the document in between.</returns>
    public async Task<bool> UpdateIfAsync(RecordBatch record, uint quality)
    {
        var (document, version) = await GetAsync(record.Source, record.FirstSequence).ConfigureAwait(false);
        if (document is null || !_reader.Read(document) || _reader.Quality != quality)
        {
            return false;
        }

        try
        {
            var options = new ReplaceOptions().Cas(version).Durability(_durability).Timeout(_writeTimeout)
                .CancellationToken(_cancellation);
            await _collection.ReplaceAsync(Key(record.Source, record.FirstSequence), Document(record, 0), options)
                .ConfigureAwait(false);
            return true;
        }
        catch (Exception exception) when (exception is CasMismatchException or DocumentNotFoundException)
        {
            return false;
        }
    }

    /// <summary>Deletes a record if it exists.</summary>
    public async Task DeleteAsync(int source, long sequence)
    {
        try
        {
            await _collection.RemoveAsync(Key(source, sequence), _remove).ConfigureAwait(false);
        }
        catch (DocumentNotFoundException)
        {
            // The record is deleted already.
        }
    }

    private static string Key(int source, long sequence) => string.Create(CultureInfo.InvariantCulture, $"{source}:{sequence}");

    private async Task<(byte[]? Document, ulong Version)> GetAsync(int source, long sequence)
    {
        try
        {
            using var answer = await _collection.GetAsync(Key(source, sequence), _get).ConfigureAwait(false);
            return (answer.ContentAs<byte[]>(), answer.Cas);
        }
        catch (DocumentNotFoundException)
        {
            return (null, 0);
        }
    }

    /// <summary>Encodes a document into a new array, which the driver keeps until it has sent it.</summary>
    private byte[] Document(RecordBatch batch, int row)
    {
        lock (_room)
        {
            _room.Clear();
            _shape.Append(_room, batch, row);
            return _room.Written.ToArray();
        }
    }
}
