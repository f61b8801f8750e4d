namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>Reads the values of documents, without an object each. Used by one thread.</summary>
/// <param name="values">Values a record.</param>
internal abstract class CouchbaseDocumentReader(int values)
{
    private readonly double[] _values = new double[values];

    public int Source { get; protected set; }

    public long Sequence { get; protected set; }

    public long Timestamp { get; protected set; }

    public uint Quality { get; protected set; }

    public Span<double> Values => _values;

    /// <summary>Reads a value.</summary>
    /// <param name="value">The value.</param>
    /// <returns>Whether it is a record of this shape, whole; what it lacks is then NaN.</returns>
    public abstract bool Read(ReadOnlySpan<byte> value);
}
