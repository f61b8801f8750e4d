namespace DbIngest.Abstractions.Records;

/// <summary>
/// Records of one source with consecutive sequence numbers, as flat arrays that are allocated once and reused.
/// Row <c>r</c> has sequence <c>FirstSequence + r</c>, <c>Timestamps[r]</c>, <c>Qualities[r]</c>, and as its value
/// <c>c</c> the element <c>Values[c * Capacity + r]</c> (column-major, so that a generator or copier works on whole columns).
/// </summary>
/// <remarks>Not thread-safe. Values are finite or exactly <see cref="double.NaN"/> (missing), and never negative zero.</remarks>
public sealed class RecordBatch
{
    /// <summary>The largest capacity of a batch, in records.</summary>
    public const int MaxCapacity = 1_000_000;

    /// <summary>Creates an empty batch.</summary>
    /// <param name="schema">The shape of the records.</param>
    /// <param name="capacity">The largest number of records; 1 to <see cref="MaxCapacity"/>.</param>
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

    /// <summary>The shape of the records.</summary>
    public RecordSchema Schema { get; }

    /// <summary>The largest number of records, and the stride of a column in <see cref="Values"/>.</summary>
    public int Capacity { get; }

    /// <summary>How many records the batch holds now.</summary>
    public int Count { get; private set; }

    /// <summary>The source that all records belong to, counted from 0.</summary>
    public int Source { get; private set; }

    /// <summary>The sequence number of row 0.</summary>
    public long FirstSequence { get; private set; }

    /// <summary>Microseconds since 1970-01-01T00:00:00Z, one a row.</summary>
    public long[] Timestamps { get; }

    /// <summary><see cref="RecordQuality"/> flags, one a row.</summary>
    public uint[] Qualities { get; }

    /// <summary>The values, column-major with stride <see cref="Capacity"/>.</summary>
    public double[] Values { get; }

    /// <summary>Says which records the arrays are about to hold. The filler then writes all of their fields.</summary>
    /// <param name="source">The source, counted from 0.</param>
    /// <param name="firstSequence">The sequence number of row 0.</param>
    /// <param name="count">The number of rows; 0 to <see cref="Capacity"/>.</param>
    public void Reset(int source, long firstSequence, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Capacity);
        Source = source;
        FirstSequence = firstSequence;
        Count = count;
    }

    /// <summary>The rows in use of value <paramref name="column"/>.</summary>
    /// <param name="column">The value's index, 0 to V - 1.</param>
    /// <returns>A span of <see cref="Count"/> values.</returns>
    public Span<double> Column(int column) => Values.AsSpan(column * Capacity, Count);
}
