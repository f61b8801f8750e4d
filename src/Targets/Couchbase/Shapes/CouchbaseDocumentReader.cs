namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>
/// Decodes documents into fields that it reuses, without an object per document. Each <c>RecordGet</c>, <c>SingleRequest</c> and
/// <c>CouchbaseDriverRecords</c> has its own, for one thread. A document that is no record must not throw: <see cref="Read"/>
/// returns false.
/// </summary>
/// <param name="values">Values per record.</param>
internal abstract class CouchbaseDocumentReader(int values)
{
    private readonly double[] _values = new double[values];

    public int Source { get; protected set; }

    public long Sequence { get; protected set; }

    public long Timestamp { get; protected set; }

    public uint Quality { get; protected set; }

    public Span<double> Values => _values;

    /// <summary>Decodes a document's value.</summary>
    /// <param name="value">Bytes of the document.</param>
    /// <returns>True if it is a whole record of this shape. Missing values become NaN.</returns>
    public abstract bool Read(ReadOnlySpan<byte> value);
}
