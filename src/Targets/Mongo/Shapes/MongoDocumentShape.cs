using DbIngest.Abstractions.Records;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes records as documents. <see cref="MongoCollection"/> chooses the shape, and all writers share it on the timed path: it
/// must be thread-safe and allocate nothing per record. With a <see cref="RecordIdentity"/> the same batch always gives the same
/// documents, so that a repeated write finds its own. With <see cref="ObjectIds"/> each encoding makes new ids.
/// </summary>
internal abstract class MongoDocumentShape
{
    /// <summary>Values of a record.</summary>
    public required RecordSchema Schema { get; init; }

    /// <summary>Largest number of records per document.</summary>
    public virtual int RecordsPerDocument => 1;

    /// <summary>Upper bound of a document in bytes.</summary>
    public abstract int LargestBytes { get; }

    /// <summary>Appends one document with consecutive rows of a batch.</summary>
    /// <param name="to">Receives the document.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row, from 0.</param>
    /// <param name="count">Number of rows, at most <see cref="RecordsPerDocument"/>.</param>
    public abstract void Append(BsonBuffer to, RecordBatch batch, int first, int count);

    /// <summary>Creates a reader of such documents for one thread.</summary>
    public abstract MongoDocumentReader Reader();
}
