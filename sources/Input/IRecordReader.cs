using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>
/// Reads the records of one input once, from first to last, in the order of the file. Every file format implements it.
/// <see cref="FilesReader"/> calls it for <c>SpoolWriter</c>, <c>InputInspector</c> and <c>RecordingExport</c>, before anything
/// is timed. Not thread-safe.
/// </summary>
/// <remarks>
/// Endings of keys in <see cref="Facts"/>, such as <c>_bad_rows</c> and <c>_columns_left_out</c>, decide what
/// <see cref="InputNotes"/> shows a user and how <see cref="FilesReader"/> joins the facts of several files: a new format must
/// use the same ones.
/// </remarks>
public interface IRecordReader : IDisposable
{
    /// <summary>The shape of the records.</summary>
    RecordSchema Schema { get; }

    /// <summary>
    /// What the reader determined about the input: how it understood the content, what it left out or skipped, what was odd.
    /// Complete after the last call of <see cref="Read"/>. Two readers of the same file with equal facts give equal records, and
    /// a resumed sweep compares facts.
    /// </summary>
    IReadOnlyDictionary<string, string> Facts { get; }

    /// <summary>
    /// How the samples of a recorder became the numbers of each column of the last batch. Null when unknown. A hint for the
    /// recording's copy: some numbers may differ from it.
    /// </summary>
    IReadOnlyList<ColumnScale>? Scales => null;

    /// <summary>
    /// Writes the next records into a batch: resets it to source 0 and the number of records read so far, and fills the rows. A
    /// missing value is <see cref="double.NaN"/> and sets <see cref="RecordQuality.Missing"/>. No value is negative zero.
    /// </summary>
    /// <param name="batch">A batch of the reader's schema.</param>
    /// <returns>The batch's count: its capacity, or less at the end of the input, and then 0.</returns>
    /// <exception cref="InputException">The input is malformed, truncated or larger than allowed.</exception>
    int Read(RecordBatch batch);
}
