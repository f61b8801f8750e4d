namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Decodes stored documents record by record into arrays that it reuses, without an object per record. A
/// <see cref="MongoDocumentShape"/> creates one for each thread of the audit, each comparison after a failed write and each
/// writer that reads single records. A field of a wrong type must not throw: it counts as missing.
/// </summary>
internal abstract class MongoDocumentReader
{
    /// <summary>Source of the current record. -1 if the document lacks it.</summary>
    public int Source { get; protected set; }

    /// <summary>Sequence number of the current record. -1 if the document lacks it.</summary>
    public long Sequence { get; protected set; }

    /// <summary>Timestamp of the current record in microseconds UTC. 0 if the document lacks it.</summary>
    public long Timestamp { get; protected set; }

    /// <summary>Quality of the current record. 0 if the document lacks it.</summary>
    public uint Quality { get; protected set; }

    /// <summary>Values of the current record. NaN for missing ones.</summary>
    public abstract ReadOnlySpan<double> Values { get; }

    /// <summary>Starts a document.</summary>
    /// <param name="document">Bytes of the document.</param>
    public abstract void Open(ReadOnlySpan<byte> document);

    /// <summary>Moves to the document's next record.</summary>
    /// <returns>False after the last record.</returns>
    public abstract bool Next();
}
