using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>Writes samples of a COMTRADE data file in one of its codings.</summary>
internal interface ISampleEncoder
{
    /// <summary>The most bytes of a sample; in binary codings, those of each.</summary>
    int MaxBytes { get; }

    /// <summary>The smallest and largest stored number, as a configuration writes them: <c>-32767,32767</c>.</summary>
    string Limits { get; }

    /// <summary>The scaling of a channel: its value is <c>a</c> times the stored number plus <c>b</c>.</summary>
    (double A, double B) Scale(int channel);

    /// <summary>Writes a sample.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The row in it.</param>
    /// <param name="number">The sample's number, from 1.</param>
    /// <param name="stamp">Microseconds since the first sample.</param>
    /// <param name="target">At least <see cref="MaxBytes"/> of room.</param>
    /// <returns>How many bytes were written.</returns>
    int Encode(RecordBatch batch, int row, long number, long stamp, Span<byte> target);
}
