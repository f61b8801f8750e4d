using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Reads, updates and deletes single records over DbIngest's own client, for a mix or a service. Each
/// <see cref="MongoWriter"/> owns one, and one thread at a time calls it, since its reads share a buffer. It lets
/// <c>WireException</c> pass: the writer converts it.
/// </summary>
/// <param name="collection">The collection, with one document per record.</param>
/// <param name="session">The session that updates and deletions belong to. Null for none.</param>
/// <param name="connect">Returns the writer's connection, a new one after a loss.</param>
internal sealed class MongoKeyed(MongoCollection collection, Guid? session, Func<MongoConnection> connect) : IKeyedInstants
{
    private const int PageDocuments = 5000;

    private readonly MongoDocumentReader _reader = collection.Shape.Reader();
    private readonly RecordNames _names = collection.Names;

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found) =>
        Read(collection.Range(source, first, first + count), found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    public void Find(int source, long timestamp, IRecordReceiver found) =>
        Read(collection.Instant(source, timestamp), found);

    /// <summary>
    /// Sets quality and values of one record. A missing value (NaN) removes its field in a service only: elsewhere the stored
    /// document never had the field.
    /// </summary>
    public void Update(RecordBatch record) => Set(record, Filter(record));

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <returns>True if the server found such a document.</returns>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        var filter = Filter(record);
        filter.Add(_names.Quality, (int)quality);
        return Set(record, filter) > 0;
    }

    private void Read(BsonDocument filter, IRecordReceiver found)
    {
        var connection = connect();
        var page = connection.Page(collection.Database, collection.Find(filter, PageDocuments));
        while (true)
        {
            while (page.Next())
            {
                _reader.Open(page.Document);
                while (_reader.Next())
                {
                    found.Add(_reader.Source, _reader.Sequence, _reader.Timestamp, _reader.Quality, _reader.Values);
                }
            }

            if (page.Cursor == 0)
            {
                return;
            }

            page = connection.Page(collection.Database, collection.More(page.Cursor, PageDocuments));
        }
    }

    private BsonDocument Filter(RecordBatch record) =>
        collection.Range(record.Source, record.FirstSequence, record.FirstSequence + 1);

    private long Set(RecordBatch record, BsonDocument filter)
    {
        var changes = new BsonDocument((_names.Quality, (int)record.Qualities[0]));
        var missing = new BsonDocument();
        for (int column = 0; column < _names.Values.Count; column++)
        {
            double value = record.Values[column * record.Capacity];
            if (double.IsNaN(value))
            {
                missing.Add(_names.Values[column], string.Empty);
            }
            else
            {
                changes.Add(_names.Values[column], value);
            }
        }

        var all = new BsonDocument(("$set", changes));
        if (missing.Elements.Count > 0 && collection.Table.IsServed)
        {
            all.Add("$unset", missing);
        }

        var update = new BsonDocument(("q", filter), ("u", all));
        return Complete(connect().Run(collection.Database,
            collection.Write(new BsonDocument(("update", collection.Name), ("updates", (object?[])[update])), session)));
    }

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed.</returns>
    public bool? Delete(int source, long sequence)
    {
        var deletion = new BsonDocument(("q", collection.Range(source, sequence, sequence + 1)), ("limit", 1));
        return Complete(connect().Run(collection.Database,
            collection.Write(new BsonDocument(("delete", collection.Name), ("deletes", (object?[])[deletion])), session))) > 0;
    }

    /// <summary>
    /// Returns how many documents a write command matched (<c>n</c>), or throws its first error. The server reports <c>ok</c>
    /// even if it refused documents.
    /// </summary>
    /// <param name="answer">The answer to the command.</param>
    /// <exception cref="MongoServerException">The server refused the write, or did not meet the write concern.</exception>
    public static long Complete(BsonDocument answer)
    {
        if (answer.Documents("writeErrors") is [var refused, ..])
        {
            throw MongoServerException.Of(refused, answer.Texts("errorLabels"));
        }

        if (answer.Document("writeConcernError") is { } concern)
        {
            throw MongoServerException.Of(concern, answer.Texts("errorLabels"));
        }

        return answer.Number("n") ?? 0;
    }
}
