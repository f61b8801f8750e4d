using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Control data as rows of the same kind as records, so that any relational target can hold them: for each source one row that
/// registers it (sequence 0), and for each batch one row at the sequence that follows that of its first record. Every field is a
/// function of the batch, so that the audit can tell a row that was changed.
/// </summary>
internal static class ControlData
{
    /// <summary>The columns: what a batch is, and where it came from.</summary>
    public static readonly RecordSchema Schema = new(
        [new("first_sequence", string.Empty), new("records", string.Empty), new("equipment", string.Empty),
            new("file", string.Empty)]);

    /// <summary>The first number of a piece of equipment, as a plant would number them.</summary>
    private const int FirstEquipment = 1000;

    /// <summary>Makes the row that registers a source.</summary>
    /// <param name="row">A batch of one row, of <see cref="Schema"/>.</param>
    /// <param name="source">The source.</param>
    public static void Register(RecordBatch row, int source) => Fill(row, source, sequence: 0, timestamp: 0, first: 0, count: 0);

    /// <summary>Makes the row of a batch.</summary>
    /// <param name="row">A batch of one row, of <see cref="Schema"/>.</param>
    /// <param name="batch">The batch.</param>
    public static void Describe(RecordBatch row, RecordBatch batch) =>
        Fill(row, batch.Source, batch.FirstSequence + 1, batch.Timestamps[0], batch.FirstSequence, batch.Count);

    /// <summary>True if a row says of its source and file what it must, and what of its batch it can at all.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="sequence">Its sequence number.</param>
    /// <param name="timestamp">Its timestamp.</param>
    /// <param name="quality">Its quality.</param>
    /// <param name="values">Its values.</param>
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

    // A batch comes from one file, and a file is numbered by its first record, counted from 1; a source is registered before any.
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
