using DbIngest.Abstractions.Records;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>
/// Encodes records as documents, and makes the readers that decode them. <see cref="CouchbaseTable"/> chooses the shape.
/// Writers encode each record of a batch with it on the timed path, and audit, checks and single reads decode. All writers
/// share it, so it must stay immutable. Encoding allocates nothing per record.
/// </summary>
internal abstract class CouchbaseDocumentShape
{
    /// <summary>Flags stored with a document, by which the vendor's SDKs recognise its format.</summary>
    public abstract uint Flags { get; }

    /// <summary>Encodes one record of a batch as a document. <see cref="Reader"/> must decode the same bytes.</summary>
    /// <param name="to">Receives the document.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The row, from 0.</param>
    public abstract void Append(KvRequestBuffer to, RecordBatch batch, int row);

    /// <summary>Creates a reader of such documents for one thread.</summary>
    public abstract CouchbaseDocumentReader Reader();
}
