using DbIngest.Abstractions.Records;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes records as documents. <see cref="MongoCollection"/> chooses the shape, and all writers share it. The same batch always
/// gives the same documents, so that a repetition meets its own.
/// </summary>
internal abstract class MongoDocumentShape
{
    /// <summary>Values of a record.</summary>
    public required RecordSchema Schema { get; init; }

    /// <summary>Largest number of records per document.</summary>
    public virtual int RecordsPerDocument => 1;

    /// <summary>Size of the largest document in bytes.</summary>
    public abstract int LargestBytes { get; }

    /// <summary>Appends the document of some rows.</summary>
    /// <param name="to">Receives the document.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row, from 0.</param>
    /// <param name="count">Number of rows, at most <see cref="RecordsPerDocument"/>.</param>
    public abstract void Append(BsonBuffer to, RecordBatch batch, int first, int count);

    /// <summary>Creates a reader of such documents for one thread.</summary>
    public abstract MongoDocumentReader Reader();
}
