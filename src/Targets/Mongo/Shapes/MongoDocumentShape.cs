using DbIngest.Abstractions.Records;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>How records become documents. What is made of a batch depends on nothing but the batch.</summary>
internal abstract class MongoDocumentShape
{
    /// <summary>The records' shape.</summary>
    public required RecordSchema Schema { get; init; }

    /// <summary>Records that one document may hold.</summary>
    public virtual int RecordsPerDocument => 1;

    /// <summary>The bytes of the largest document.</summary>
    public abstract int LargestBytes { get; }

    /// <summary>Writes the document of some records of a batch.</summary>
    /// <param name="to">Where to.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row.</param>
    /// <param name="count">How many rows; at most <see cref="RecordsPerDocument"/>.</param>
    public abstract void Append(BsonBuffer to, RecordBatch batch, int first, int count);

    /// <summary>Reads documents of this shape; one a reading thread.</summary>
    public abstract MongoDocumentReader Reader();
}
