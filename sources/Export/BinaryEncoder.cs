using System.Buffers.Binary;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Comtrade;

namespace DbIngest.Sources.Export;

/// <summary>
/// Encodes samples in the codings BINARY, BINARY32 and FLOAT32 of IEEE C37.111-2013 clause 8.6. <see cref="ComtradeWriter"/>
/// calls it per record. Rounds each value to a 16 or 32 bit fraction of its channel's range, or to single precision. The smallest
/// number marks a missing value.
/// </summary>
internal sealed class BinaryEncoder : ISampleEncoder
{
    private const int HeadBytes = 8;

    private readonly ComtradeCoding _coding;
    private readonly ChannelScales? _scales;
    private readonly int _channelBytes;
    private readonly string _file;

    /// <summary>Creates the encoder.</summary>
    /// <param name="content">The records to write.</param>
    /// <param name="coding">BINARY, BINARY32 or FLOAT32.</param>
    /// <param name="file">The file's name, for the message about a value that the coding cannot hold.</param>
    public BinaryEncoder(ExportContent content, ComtradeCoding coding, string file)
    {
        _file = file;
        _coding = coding;
        _channelBytes = coding == ComtradeCoding.Binary ? 2 : 4;
        MaxBytes = HeadBytes + (_channelBytes * content.Schema.ValueCount);
        if (coding != ComtradeCoding.Float32)
        {
            int limit = coding == ComtradeCoding.Binary ? short.MaxValue : int.MaxValue;
            _scales = new ChannelScales(content, limit);
            Limits = string.Create(CultureInfo.InvariantCulture, $"{-limit},{limit}");
        }
    }

    /// <inheritdoc/>
    public int MaxBytes { get; }

    /// <inheritdoc/>
    public string Limits { get; } = "-3.4028235E+38,3.4028235E+38";

    /// <inheritdoc/>
    public (double A, double B) Scale(int channel) => _scales?[channel] ?? (1, 0);

    /// <inheritdoc/>
    public int Encode(RecordBatch batch, int row, long number, long stamp, Span<byte> target)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(target, unchecked((uint)number));
        BinaryPrimitives.WriteUInt32LittleEndian(target[4..], unchecked((uint)stamp));
        for (int channel = 0; channel < batch.Schema.ValueCount; channel++)
        {
            double value = batch.Values[(channel * batch.Capacity) + row];
            var place = target.Slice(HeadBytes + (channel * _channelBytes), _channelBytes);
            switch (_coding)
            {
                case ComtradeCoding.Binary:
                    BinaryPrimitives.WriteInt16LittleEndian(place, double.IsNaN(value) ? short.MinValue
                        : (short)_scales!.Stored(channel, value));
                    break;
                case ComtradeCoding.Binary32:
                    BinaryPrimitives.WriteInt32LittleEndian(place, double.IsNaN(value) ? int.MinValue
                        : (int)_scales!.Stored(channel, value));
                    break;
                default:
                    BinaryPrimitives.WriteSingleLittleEndian(place, double.IsNaN(value) ? float.MinValue : Single(value));
                    break;
            }
        }

        return MaxBytes;
    }

    /// <summary>Rounds a value to single precision. Infinity and the smallest number would be read as a missing value.</summary>
    /// <exception cref="ArgumentException">The value is beyond single precision.</exception>
    private float Single(double value)
    {
        float rounded = (float)value;
        if (rounded is > float.MinValue and < float.PositiveInfinity)
        {
            return rounded;
        }

        throw new ArgumentException(string.Create(CultureInfo.InvariantCulture,
            $"{_file}: the value {value} is beyond the single precision of FLOAT32; choose --format csv, xml or sqlite."));
    }
}
