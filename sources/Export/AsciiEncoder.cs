using System.Globalization;
using System.Text.Unicode;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>
/// Encodes samples in the ASCII coding of IEEE C37.111-2013 clause 8.4, one line per sample: whole numbers from -99998 to 99998,
/// and 99999 for a missing value, which no other value may get. <see cref="ComtradeWriter"/> calls it per record. Rounds each
/// value to a 199,996th of its channel's range.
/// </summary>
internal sealed class AsciiEncoder(ExportContent content) : ISampleEncoder
{
    private const int Limit = 99_998;
    private const int Missing = 99_999;

    private readonly ChannelScales _scales = new(content, Limit);

    /// <inheritdoc/>
    public int MaxBytes { get; } = 48 + (8 * content.Schema.ValueCount);

    /// <inheritdoc/>
    public string Limits => "-99998,99998";

    /// <inheritdoc/>
    public (double A, double B) Scale(int channel) => _scales[channel];

    /// <inheritdoc/>
    public int Encode(RecordBatch batch, int row, long number, long stamp, Span<byte> target)
    {
        Utf8.TryWrite(target, CultureInfo.InvariantCulture, $"{number},{stamp}", out int length);
        for (int channel = 0; channel < batch.Schema.ValueCount; channel++)
        {
            target[length++] = (byte)',';
            double value = batch.Values[(channel * batch.Capacity) + row];
            int stored = double.IsNaN(value) ? Missing : (int)_scales.Stored(channel, value);
            stored.TryFormat(target[length..], out int written, default, CultureInfo.InvariantCulture);
            length += written;
        }

        target[length++] = (byte)'\r';
        target[length++] = (byte)'\n';
        return length;
    }
}
