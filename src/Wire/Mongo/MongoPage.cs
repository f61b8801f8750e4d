namespace DbIngest.Wire.Mongo;

/// <summary>
/// The documents of one page of a cursor, read in place from the answer. <see cref="MongoConnection.Page"/> returns it.
/// <c>MongoAudit</c>, <c>MongoStoredCheck</c> and the reads of mixes and queries go through collections by it, page by page.
/// Valid until the connection's next call. Allocates nothing.
/// </summary>
public ref struct MongoPage
{
    private BsonReader _documents;

    internal MongoPage(long cursor, ReadOnlySpan<byte> documents)
    {
        Cursor = cursor;
        _documents = new BsonReader(documents);
    }

    /// <summary>Id to continue with; 0 on the last page.</summary>
    public long Cursor { get; }

    /// <summary>The current document.</summary>
    public readonly ReadOnlySpan<byte> Document => _documents.Value;

    /// <summary>Moves to the next document; false after the last.</summary>
    public bool Next()
    {
        if (!_documents.Next())
        {
            return false;
        }

        return _documents.Type == BsonType.Document ? true
            : throw BsonReader.Damaged("has an element in a cursor's page that is not a document");
    }

    /// <summary>Finds the page in the answer to <c>find</c>, <c>aggregate</c> or <c>getMore</c>.</summary>
    internal static MongoPage Of(ReadOnlySpan<byte> answer)
    {
        var reader = new BsonReader(answer);
        while (reader.Next())
        {
            if (reader.Type == BsonType.Document && reader.Name.SequenceEqual("cursor"u8))
            {
                return OfCursor(reader.Value);
            }
        }

        throw BsonReader.Damaged("has no cursor");
    }

    private static MongoPage OfCursor(ReadOnlySpan<byte> cursor)
    {
        var reader = new BsonReader(cursor);
        ReadOnlySpan<byte> documents = [];
        long? id = null;
        while (reader.Next())
        {
            if (reader.Name.SequenceEqual("id"u8))
            {
                id = reader.Whole();
            }
            else if (reader.Type == BsonType.Array
                && (reader.Name.SequenceEqual("firstBatch"u8) || reader.Name.SequenceEqual("nextBatch"u8)))
            {
                documents = reader.Value;
            }
        }

        return id is { } cursorId && documents.Length > 0 ? new MongoPage(cursorId, documents)
            : throw BsonReader.Damaged("has a cursor without id or page");
    }
}
