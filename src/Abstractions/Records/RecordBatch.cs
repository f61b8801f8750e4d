namespace DbIngest.Abstractions.Records;

/// <summary>
/// Records of one source with consecutive sequence numbers, as flat arrays. A lane allocates its batches before the trial starts
/// and reuses them: a record source fills a batch and a writer sends it. Audits, probes and the service use separate batches.
/// Row <c>r</c> has sequence number <c>FirstSequence + r</c>, <c>Timestamps[r]</c>, <c>Qualities[r]</c>, and value <c>c</c> at
/// <c>Values[c * Capacity + r]</c>. Values are column-major, so that code can process whole columns.
/// </summary>
/// <remarks>Not thread-safe. Values are finite or exactly <see cref="double.NaN"/> (missing), and never negative zero.</remarks>
public sealed class RecordBatch
{
    /// <summary>Most records of a batch.</summary>
    public const int MaxCapacity = 1_000_000;

    /// <summary>Creates an empty batch.</summary>
    /// <param name="schema">The values of a record.</param>
    /// <param name="capacity">Records that fit into the arrays, 1 to <see cref="MaxCapacity"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is out of range.</exception>
    public RecordBatch(RecordSchema schema, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(capacity, MaxCapacity);
        Schema = schema;
        Capacity = capacity;
        Timestamps = new long[capacity];
        Qualities = new uint[capacity];
        Values = new double[checked(capacity * schema.ValueCount)];
    }

    private RecordBatch(RecordSchema schema, RecordBatch whole) =>
        (Schema, Capacity, Timestamps, Qualities, Values) =
            (schema, whole.Capacity, whole.Timestamps, whole.Qualities, whole.Values);

    /// <summary>The values of a record.</summary>
    public RecordSchema Schema { get; }

    /// <summary>Records that fit into the arrays, and the stride of a column in <see cref="Values"/>.</summary>
    public int Capacity { get; }

    /// <summary>Records in the batch now.</summary>
    public int Count { get; private set; }

    /// <summary>The source of all records, from 0.</summary>
    public int Source { get; private set; }

    /// <summary>The sequence number of row 0.</summary>
    public long FirstSequence { get; private set; }

    /// <summary>Microseconds since 1970-01-01T00:00:00Z, one per row.</summary>
    public long[] Timestamps { get; }

    /// <summary><see cref="RecordQuality"/> flags, one per row.</summary>
    public uint[] Qualities { get; }

    /// <summary>The values, column-major with stride <see cref="Capacity"/>.</summary>
    public double[] Values { get; }

    /// <summary>Sets which records the arrays are about to hold. The caller then fills every field of every row.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="firstSequence">The sequence number of row 0.</param>
    /// <param name="count">Rows in use, 0 to <see cref="Capacity"/>.</param>
    public void Reset(int source, long firstSequence, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Capacity);
        Source = source;
        FirstSequence = firstSequence;
        Count = count;
    }

    /// <summary>
    /// Creates a batch over the same arrays that shows the first values only, so that one source fills them and another the rest.
    /// Each of the two has its own <see cref="Count"/>.
    /// </summary>
    /// <param name="schema">The first values of this batch's schema.</param>
    /// <exception cref="ArgumentException">The schema has more values than this batch.</exception>
    public RecordBatch Front(RecordSchema schema) => schema.ValueCount <= Schema.ValueCount ? new(schema, this)
        : throw new ArgumentException($"{schema.ValueCount} values are more than {Schema.ValueCount}.", nameof(schema));

    /// <summary>The rows in use of one value.</summary>
    /// <param name="column">Index of the value, 0 to V - 1.</param>
    /// <returns>A span of <see cref="Count"/> values that aliases <see cref="Values"/>.</returns>
    public Span<double> Column(int column) => Values.AsSpan(column * Capacity, Count);
}
