using DbIngest.Abstractions.Records;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;
using MongoDB.Bson;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Serialises records before the driver gets them, so that the driver only forwards bytes (<c>documents=raw</c>).
/// <see cref="MongoDriverPath"/> creates one function per writer, which the writer calls for each batch on the timed path.
/// </summary>
internal static class RawRecords
{
    /// <summary>
    /// Creates the function that replaces a list's content by the documents of a batch. It owns a buffer, so each writer needs
    /// its own. It allocates one byte array per document, which the driver then holds.
    /// </summary>
    /// <param name="shape">Encodes the rows.</param>
    public static Action<RecordBatch, List<RawBsonDocument>> Filler(MongoDocumentShape shape)
    {
        var buffer = new BsonBuffer();
        return (batch, documents) =>
        {
            documents.Clear();
            for (int row = 0; row < batch.Count; row += shape.RecordsPerDocument)
            {
                buffer.Clear();
                shape.Append(buffer, batch, row, Math.Min(shape.RecordsPerDocument, batch.Count - row));
                documents.Add(new RawBsonDocument(buffer.Written.ToArray()));
            }
        };
    }
}
