using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>
/// Reads the records of one input once, from its first to its last, in the order in which they are written there. What every
/// file format implements. Not thread-safe.
/// </summary>
public interface IRecordReader : IDisposable
{
    /// <summary>The shape of the records.</summary>
    RecordSchema Schema { get; }

    /// <summary>
    /// What was found out about the input, and what was odd: how it was understood, what was left out, what was skipped. Complete
    /// once <see cref="Read"/> was called for the last time. Two readers of the same file with equal facts give equal records.
    /// </summary>
    IReadOnlyDictionary<string, string> Facts { get; }

    /// <summary>
    /// What the numbers of each column of the last batch are made of, where they are samples of a recorder; null where that is not known. A hint:
    /// some numbers may be made otherwise.
    /// </summary>
    IReadOnlyList<ColumnScale>? Scales => null;

    /// <summary>
    /// Writes the next records into a batch: resets it to source 0 and the number of records read so far, and fills the rows.
    /// A missing value is <see cref="double.NaN"/> and sets <see cref="RecordQuality.Missing"/>; no value is negative zero.
    /// </summary>
    /// <param name="batch">A batch of the reader's schema.</param>
    /// <returns>The batch's count: its capacity, or less at the end of the input; 0 after it.</returns>
    /// <exception cref="InputException">The input is malformed, truncated or larger than allowed.</exception>
    int Read(RecordBatch batch);
}
