using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>
/// Encodes samples of a COMTRADE data file in one of its codings. <see cref="ComtradeWriter"/> calls it per record, in order. An
/// implementation writes into the given memory only.
/// </summary>
internal interface ISampleEncoder
{
    /// <summary>The most bytes of a sample. In binary codings the bytes of every sample.</summary>
    int MaxBytes { get; }

    /// <summary>Smallest and largest stored number, as a configuration writes them: <c>-32767,32767</c>.</summary>
    string Limits { get; }

    /// <summary>The scaling of a channel: its value is <c>A</c> times the stored number plus <c>B</c>.</summary>
    (double A, double B) Scale(int channel);

    /// <summary>Encodes a sample.</summary>
    /// <param name="row">The row in the batch, from 0.</param>
    /// <param name="number">The sample's number, from 1.</param>
    /// <param name="stamp">Timestamp in microseconds since the first sample.</param>
    /// <param name="target">At least <see cref="MaxBytes"/> long.</param>
    /// <returns>The number of bytes written.</returns>
    int Encode(RecordBatch batch, int row, long number, long stamp, Span<byte> target);
}
