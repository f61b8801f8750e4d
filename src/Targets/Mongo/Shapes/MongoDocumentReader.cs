namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Goes through the records of stored documents. Its arrays are used again and again: no record becomes an object.
/// </summary>
internal abstract class MongoDocumentReader
{
    /// <summary>The source of the record gone to last; -1 where the document says none.</summary>
    public int Source { get; protected set; }

    /// <summary>Its sequence number; -1 where the document says none.</summary>
    public long Sequence { get; protected set; }

    public long Timestamp { get; protected set; }

    public uint Quality { get; protected set; }

    /// <summary>Its values; NaN for those that are not there.</summary>
    public abstract ReadOnlySpan<double> Values { get; }

    /// <summary>Takes a document.</summary>
    /// <param name="document">Its bytes.</param>
    public abstract void Open(ReadOnlySpan<byte> document);

    /// <summary>Goes to the next record of the document.</summary>
    /// <returns>Whether there is one.</returns>
    public abstract bool Next();
}
