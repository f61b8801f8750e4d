using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Builds and checks control data: rows in the shape of records, so that any relational target can store them. Each source has
/// one row that registers it (sequence 0), and each batch one row, whose sequence number is that of its first record plus 1.
/// <see cref="HybridTarget"/> and <see cref="HybridWriter"/> build them, <see cref="ControlContent"/> checks them. Every field is
/// a function of the batch, so that the audit detects a changed row. Building allocates nothing.
/// </summary>
internal static class ControlData
{
    /// <summary>The columns: the range of the batch, and its origin.</summary>
    public static readonly RecordSchema Schema = new(
        [new("first_sequence", string.Empty), new("records", string.Empty), new("equipment", string.Empty),
            new("file", string.Empty)]);

    /// <summary>Number of the first piece of equipment, as in a plant.</summary>
    private const int FirstEquipment = 1000;

    /// <summary>Fills the row that registers a source.</summary>
    /// <param name="row">A batch of one row with <see cref="Schema"/>.</param>
    /// <param name="source">The source, from 0.</param>
    public static void Register(RecordBatch row, int source) => Fill(row, source, sequence: 0, timestamp: 0, first: 0, count: 0);

    /// <summary>Fills the row of a batch.</summary>
    /// <param name="row">A batch of one row with <see cref="Schema"/>.</param>
    /// <param name="batch">The batch.</param>
    public static void Describe(RecordBatch row, RecordBatch batch) =>
        Describe(row, batch.Source, batch.FirstSequence, batch.Count, batch.Timestamps[0]);

    /// <summary>Fills the row of some records of a source.</summary>
    /// <param name="row">A batch of one row with <see cref="Schema"/>.</param>
    /// <param name="source">The source.</param>
    /// <param name="first">Sequence number of the first record.</param>
    /// <param name="count">Number of records.</param>
    /// <param name="timestamp">Timestamp of the first record in microseconds UTC.</param>
    public static void Describe(RecordBatch row, int source, long first, long count, long timestamp) =>
        Fill(row, source, first + 1, timestamp, first, count);

    /// <summary>True if the fields of a row agree with its source and sequence number.</summary>
    /// <param name="source">The stored source.</param>
    /// <param name="sequence">The stored sequence number.</param>
    /// <param name="timestamp">The stored timestamp in microseconds UTC.</param>
    /// <param name="quality">The stored quality, which must be 0.</param>
    /// <param name="values">The stored values in the order of <see cref="Schema"/>.</param>
    public static bool IsTrue(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        bool registers = sequence == 0;
        return quality == 0
            && values[0] == (registers ? 0 : sequence - 1)
            && (registers ? values[1] == 0 && timestamp == 0 : values[1] is >= 1 and <= RecordBatch.MaxCapacity
                && values[1] == Math.Truncate(values[1]))
            && values[2] == FirstEquipment + source
            && values[3] == FileOf(sequence);
    }

    // A batch comes from one file, numbered by its first record from 1. A source is registered before any file.
    private static long FileOf(long sequence) => sequence;

    private static void Fill(RecordBatch row, int source, long sequence, long timestamp, long first, long count)
    {
        row.Reset(source, sequence, 1);
        row.Timestamps[0] = timestamp;
        row.Qualities[0] = 0;
        row.Values[0] = first;
        row.Values[row.Capacity] = count;
        row.Values[2 * row.Capacity] = FirstEquipment + source;
        row.Values[3 * row.Capacity] = FileOf(sequence);
    }
}
