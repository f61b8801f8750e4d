using DbIngest.Abstractions.Records;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>How a record becomes the value of a document. Used by several writers at once.</summary>
internal abstract class CouchbaseDocumentShape
{
    /// <summary>The flags that a document is stored with: its format, as the SDKs tell it to each other.</summary>
    public abstract uint Flags { get; }

    /// <summary>Writes the record of a row.</summary>
    /// <param name="to">Receives the value.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The row.</param>
    public abstract void Append(KvRequestBuffer to, RecordBatch batch, int row);

    /// <summary>What reads such values, for one thread.</summary>
    public abstract CouchbaseDocumentReader Reader();
}
