using DbIngest.Abstractions.Records;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;
using MongoDB.Bson;

namespace DbIngest.Targets.Mongo;

/// <summary>Documents that are serialised before the driver has them, each an array of bytes.</summary>
internal static class RawRecords
{
    /// <summary>Makes documents of the rows of a batch, in a shape.</summary>
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
