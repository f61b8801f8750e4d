using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Mongo.Shapes;
using MongoDB.Bson;
using MongoDB.Driver;
using BsonBuffer = DbIngest.Wire.Mongo.BsonBuffer;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Reads, updates and deletes single records through the vendor's driver, for a mix or a service, with the same filters and
/// changes as <see cref="MongoKeyed"/>. Each <see cref="MongoDriverWriter{T}"/> owns one, and one thread at a time calls
/// it, since all calls share a buffer. It lets the driver's exceptions pass: the writer converts them.
/// </summary>
internal sealed class MongoDriverRecords : IKeyedInstants
{
    private readonly MongoCollection _collection;
    private readonly IMongoCollection<RawBsonDocument> _documents;
    private readonly IClientSessionHandle? _session;
    private readonly bool _isAsync;
    private readonly CancellationToken _cancellation;
    private readonly FindOptions<RawBsonDocument> _options = new();
    private readonly MongoDocumentReader _reader;
    private readonly BsonBuffer _buffer = new();

    /// <summary>Creates the calls.</summary>
    /// <param name="database">The database.</param>
    /// <param name="collection">A collection of the database with one document per record.</param>
    /// <param name="session">The session of updates and deletions. Null for none.</param>
    /// <param name="isAsync">True to call the driver asynchronously and wait.</param>
    /// <param name="cancellation">Cancels a pending operation.</param>
    public MongoDriverRecords(
        IMongoDatabase database, MongoCollection collection, IClientSessionHandle? session, bool isAsync,
            CancellationToken cancellation)
    {
        (_collection, _session, _isAsync, _cancellation) = (collection, session, isAsync, cancellation);
        var concern = collection.ReadConcern == "majority" ? ReadConcern.Majority : ReadConcern.Local;
        _documents = database.GetCollection<RawBsonDocument>(collection.Name,
            new MongoCollectionSettings { ReadConcern = concern });
        _reader = collection.Shape.Reader();
    }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found) =>
        Rows(Filter(source, first, count, quality: null), found);

    /// <summary>As <see cref="Read"/>, without holding a thread.</summary>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        RowsAsync(Filter(source, first, count, quality: null), found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    public void Find(int source, long timestamp, IRecordReceiver found) =>
        Rows(Raw(_collection.Instant(source, timestamp)), found);

    /// <summary>As <see cref="Find"/>, without holding a thread.</summary>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) =>
        RowsAsync(Raw(_collection.Instant(source, timestamp)), found);

    /// <summary>
    /// Sets quality and values of one record. A missing value (NaN) removes its field in a service only: elsewhere the stored
    /// document never had the field.
    /// </summary>
    /// <param name="record">A batch of one record.</param>
    public void Update(RecordBatch record) => Set(record, quality: null);

    /// <summary>As <see cref="Update"/>, without holding a thread.</summary>
    public async ValueTask UpdateAsync(RecordBatch record) => await SetAsync(record, quality: null).ConfigureAwait(false);

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <param name="record">A batch of one record with the new content.</param>
    /// <param name="quality">The quality that the stored record must have.</param>
    /// <returns>True if the server found such a document.</returns>
    public bool UpdateIf(RecordBatch record, uint quality) => Set(record, quality).MatchedCount > 0;

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed.</returns>
    public bool? Delete(int source, long sequence)
    {
        if (_isAsync)
        {
            return DeleteAsync(source, sequence).AsTask().GetAwaiter().GetResult();
        }

        var filter = Filter(source, sequence, 1, quality: null);
        var deleted = _session is null ? _documents.DeleteOne(filter, options: null, _cancellation)
            : _documents.DeleteOne(_session, filter, options: null, _cancellation);
        return deleted.DeletedCount > 0;
    }

    /// <summary>As <see cref="Delete"/>, without holding a thread.</summary>
    public async ValueTask<bool> DeleteAsync(int source, long sequence)
    {
        var filter = Filter(source, sequence, 1, quality: null);
        var deleted = await (_session is null ? _documents.DeleteOneAsync(filter, options: null, _cancellation)
            : _documents.DeleteOneAsync(_session, filter, options: null, _cancellation)).ConfigureAwait(false);
        return deleted.DeletedCount > 0;
    }

    private void Rows(RawBsonDocument filter, IRecordReceiver found)
    {
        if (_isAsync)
        {
            RowsAsync(filter, found).AsTask().GetAwaiter().GetResult();
            return;
        }

        using var cursor = _documents.FindSync(filter, _options, _cancellation);
        while (cursor.MoveNext(_cancellation))
        {
            Give(cursor.Current, found);
        }
    }

    private async ValueTask RowsAsync(RawBsonDocument filter, IRecordReceiver found)
    {
        using var cursor = await _documents.FindAsync(filter, _options, _cancellation).ConfigureAwait(false);
        while (await cursor.MoveNextAsync(_cancellation).ConfigureAwait(false))
        {
            Give(cursor.Current, found);
        }
    }

    private UpdateResult Set(RecordBatch record, uint? quality)
    {
        if (_isAsync)
        {
            return SetAsync(record, quality).GetAwaiter().GetResult();
        }

        var (filter, update) = (Filter(record.Source, record.FirstSequence, 1, quality), Changes(record));
        return _session is null ? _documents.UpdateOne(filter, update, options: null, _cancellation)
            : _documents.UpdateOne(_session, filter, update, options: null, _cancellation);
    }

    private Task<UpdateResult> SetAsync(RecordBatch record, uint? quality)
    {
        var (filter, update) = (Filter(record.Source, record.FirstSequence, 1, quality), Changes(record));
        return _session is null ? _documents.UpdateOneAsync(filter, update, options: null, _cancellation)
            : _documents.UpdateOneAsync(_session, filter, update, options: null, _cancellation);
    }

    private BsonDocument Changes(RecordBatch record)
    {
        var names = _collection.Names;
        var changes = new BsonDocument(names.Quality, (int)record.Qualities[0]);
        var missing = new BsonDocument();
        for (int column = 0; column < names.Values.Count; column++)
        {
            double value = record.Values[column * record.Capacity];
            if (double.IsNaN(value))
            {
                missing.Add(names.Values[column], string.Empty);
            }
            else
            {
                changes.Add(names.Values[column], value);
            }
        }

        var update = new BsonDocument("$set", changes);
        if (missing.ElementCount > 0 && _collection.Table.IsServed)
        {
            update.Add("$unset", missing);
        }

        return update;
    }

    private void Give(IEnumerable<RawBsonDocument> documents, IRecordReceiver found)
    {
        foreach (var document in documents)
        {
            using (document)
            {
                _reader.Open(document.ToBson());
                while (_reader.Next())
                {
                    found.Add(_reader.Source, _reader.Sequence, _reader.Timestamp, _reader.Quality, _reader.Values);
                }
            }
        }
    }

    private RawBsonDocument Filter(int source, long first, int count, uint? quality)
    {
        var range = _collection.Range(source, first, first + count);
        if (quality is { } wanted)
        {
            range.Add(_collection.Names.Quality, (int)wanted);
        }

        return Raw(range);
    }

    private RawBsonDocument Raw(Wire.Mongo.BsonDocument filter)
    {
        _buffer.Clear();
        filter.Write(_buffer);
        return new RawBsonDocument(_buffer.Written.ToArray());
    }
}
