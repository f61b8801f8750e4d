using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Decodes BINARY, BINARY32 and FLOAT32 samples (IEEE C37.111-2013 clause 8.6). <see cref="ComtradeReader"/> creates it for
/// binary data and calls it per batch, once from the first sample to the last. It refuses data whose samples have another
/// length than the configuration says. The mark of a missing sample becomes NaN with the quality
/// <see cref="RecordQuality.Missing"/>, except with <c>scale=raw</c>. It allocates nothing per sample.
/// </summary>
/// <remarks>
/// It works on one block of samples column by column, so that it writes the batch's columns in order while the block stays in the
/// first-level cache.
/// </remarks>
internal sealed class BinaryDecoder : ISampleDecoder
{
    private const int BlockBytes = 16 * 1024;
    private const uint NoStamp = uint.MaxValue;

    private readonly DataWindow _window;
    private readonly ChannelMap _map;
    private readonly SampleClock _clock;
    private readonly ComtradeCoding _coding;
    private readonly bool _raw;
    private readonly int _sampleBytes;
    private readonly int _digitalOffset;
    private readonly int _blockRows;
    private readonly long[] _words;

    private long _rows;
    private long _expectedNumber = -1;
    private bool _ended;

    public BinaryDecoder(ComtradeConfiguration configuration, ChannelMap map, SampleClock clock, DataWindow window,
        MalformedRows badRows, bool raw)
    {
        _window = window;
        _map = map;
        _clock = clock;
        _coding = configuration.Coding;
        _raw = raw;
        _sampleBytes = configuration.SampleBytes;
        _digitalOffset = 8 + (configuration.Analog.Count * configuration.AnalogBytes);
        _blockRows = Math.Max(1, BlockBytes / _sampleBytes);
        _words = new long[_blockRows];
        BadRows = badRows;
    }

    /// <inheritdoc/>
    public MalformedRows BadRows { get; }

    /// <inheritdoc/>
    public long NumberJumps { get; private set; }

    /// <inheritdoc/>
    public string? Doubt => null;

    /// <inheritdoc/>
    public int Decode(RecordBatch batch, int row, int count)
    {
        if (_rows == 0 && !_ended)
        {
            _window.Ensure(_window.Size);
            SampleSpacing.Check(BadRows.File, _window.Bytes, _sampleBytes, (_sampleBytes - _digitalOffset) / 2);
        }

        if (_ended || (!_window.Ensure(_sampleBytes) && End()))
        {
            return 0;
        }

        int rows = Math.Min(Math.Min(count, _blockRows), _window.Bytes.Length / _sampleBytes);
        var block = _window.Bytes[..(rows * _sampleBytes)];
        if (block[0] == 0x1A && IsPadding(block[.._sampleBytes]) && End())
        {
            return 0;
        }

        rows = Heads(block, rows, batch, row);
        block = block[..(rows * _sampleBytes)];
        for (int channel = 0; channel < _map.AnalogCount; channel++)
        {
            Analog(block, channel, batch.Values.AsSpan((channel * batch.Capacity) + row, rows),
                batch.Qualities.AsSpan(row, rows));
        }

        for (int channel = 0; channel < _map.DigitalCount; channel++)
        {
            if ((channel & 15) == 0)
            {
                Gather(block[(_digitalOffset + ((channel >> 4) * 2))..], _words.AsSpan(0, rows));
            }

            int at = ((_map.AnalogCount + channel) * batch.Capacity) + row;
            Digital(_words.AsSpan(0, rows), channel & 15, batch.Values.AsSpan(at, rows));
        }

        for (int word = 0; word < _map.WordCount; word++)
        {
            int at = ((_map.AnalogCount + word) * batch.Capacity) + row;
            Words(block[(_digitalOffset + (word * 2))..], batch.Values.AsSpan(at, rows));
        }

        _window.Advance(rows * _sampleBytes);
        _rows += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _window.Dispose();

    /// <summary>Decodes times and sample numbers.</summary>
    /// <returns>The number of rows before the padding at the end of the file.</returns>
    private int Heads(ReadOnlySpan<byte> block, int rows, RecordBatch batch, int row)
    {
        for (int r = 0; r < rows; r++)
        {
            var head = block.Slice(r * _sampleBytes, _sampleBytes);
            if (head[0] == 0x1A && IsPadding(head))
            {
                return r;
            }

            uint number = BinaryPrimitives.ReadUInt32LittleEndian(head);
            NumberJumps += _expectedNumber >= 0 && number != _expectedNumber ? 1 : 0;
            long step = _expectedNumber > 0 ? number - _expectedNumber + 1 : 0;
            _expectedNumber = number + 1L;
            uint stamp = BinaryPrimitives.ReadUInt32LittleEndian(head[4..]);
            if (!_clock.TryNext(stamp != NoStamp, stamp, step, out long time, out bool uncertain))
            {
                throw Refusal.At(BadRows.File, _rows + r + 1, SampleClock.NoTime);
            }

            batch.Timestamps[row + r] = time;
            batch.Qualities[row + r] = uncertain ? (uint)RecordQuality.TimeUncertain : 0;
        }

        return rows;
    }

    private void Analog(ReadOnlySpan<byte> block, int channel, Span<double> column, Span<uint> qualities)
    {
        double a = _map.Multipliers[channel];
        double b = _map.Offsets[channel];
        bool missing = _coding switch
        {
            ComtradeCoding.Binary => Short(block[(8 + (channel * 2))..], a, b, column),
            ComtradeCoding.Binary32 => Int(block[(8 + (channel * 4))..], a, b, column),
            _ => Float(block[(8 + (channel * 4))..], a, b, column),
        };
        if (missing)
        {
            Mark(block[(8 + (channel * (_coding == ComtradeCoding.Binary ? 2 : 4)))..], column, qualities);
        }
    }

    /// <returns>True when at least one sample carries the mark of a missing one.</returns>
    private bool Short(ReadOnlySpan<byte> block, double a, double b, Span<double> column)
    {
        bool missing = false;
        ref byte sample = ref MemoryMarshal.GetReference(block);
        nint stride = _sampleBytes;
        for (int r = 0; r < column.Length; r++)
        {
            int raw = Unsafe.ReadUnaligned<short>(ref sample);
            missing |= raw == short.MinValue;

            // Adding zero turns negative zero, which a record may not hold, into positive zero.
            column[r] = (raw * a) + b + 0.0;
            sample = ref Unsafe.AddByteOffset(ref sample, stride);
        }

        return missing;
    }

    /// <returns>True when at least one sample carries the mark of a missing one.</returns>
    private bool Int(ReadOnlySpan<byte> block, double a, double b, Span<double> column)
    {
        bool missing = false;
        ref byte sample = ref MemoryMarshal.GetReference(block);
        nint stride = _sampleBytes;
        for (int r = 0; r < column.Length; r++)
        {
            int raw = Unsafe.ReadUnaligned<int>(ref sample);
            missing |= raw == int.MinValue;
            column[r] = (raw * a) + b + 0.0;
            sample = ref Unsafe.AddByteOffset(ref sample, stride);
        }

        return missing;
    }

    /// <returns>True when at least one sample is not a number or carries the mark of a missing one.</returns>
    private bool Float(ReadOnlySpan<byte> block, double a, double b, Span<double> column)
    {
        bool missing = false;
        ref byte sample = ref MemoryMarshal.GetReference(block);
        nint stride = _sampleBytes;
        for (int r = 0; r < column.Length; r++)
        {
            float raw = Unsafe.ReadUnaligned<float>(ref sample);
            missing |= !(raw > float.MinValue && raw <= float.MaxValue);
            column[r] = (raw * a) + b + 0.0;
            sample = ref Unsafe.AddByteOffset(ref sample, stride);
        }

        return missing;
    }

    /// <summary>
    /// Replaces missing samples with NaN. The loops above leave this out, since hardly any block has a missing sample.
    /// </summary>
    private void Mark(ReadOnlySpan<byte> block, Span<double> column, Span<uint> qualities)
    {
        for (int r = 0; r < column.Length; r++)
        {
            var sample = block[(r * _sampleBytes)..];
            bool missing = _coding switch
            {
                ComtradeCoding.Binary => !_raw && BinaryPrimitives.ReadInt16LittleEndian(sample) == short.MinValue,
                ComtradeCoding.Binary32 => !_raw && BinaryPrimitives.ReadInt32LittleEndian(sample) == int.MinValue,
                _ => BinaryPrimitives.ReadSingleLittleEndian(sample) is var f
                    && (!float.IsFinite(f) || (!_raw && f == float.MinValue)),
            };
            if (missing)
            {
                column[r] = double.NaN;
                qualities[r] |= (uint)RecordQuality.Missing;
            }
        }
    }

    private void Gather(ReadOnlySpan<byte> words, Span<long> column)
    {
        ref byte word = ref MemoryMarshal.GetReference(words);
        nint stride = _sampleBytes;
        for (int r = 0; r < column.Length; r++)
        {
            column[r] = Unsafe.ReadUnaligned<ushort>(ref word);
            word = ref Unsafe.AddByteOffset(ref word, stride);
        }
    }

    /// <summary>Writes one bit of each word as 0.0 or 1.0: the bits of 1.0 masked by the negated bit.</summary>
    private static void Digital(ReadOnlySpan<long> words, int bit, Span<double> column)
    {
        long one = BitConverter.DoubleToInt64Bits(1.0);
        var bits = MemoryMarshal.Cast<double, long>(column);
        int r = 0;
        for (; r <= words.Length - Vector256<long>.Count; r += Vector256<long>.Count)
        {
            var states = (Vector256.Create(words[r..]) >> bit) & Vector256<long>.One;
            ((Vector256<long>.Zero - states) & Vector256.Create(one)).CopyTo(bits[r..]);
        }

        for (; r < words.Length; r++)
        {
            bits[r] = -((words[r] >> bit) & 1) & one;
        }
    }

    private void Words(ReadOnlySpan<byte> words, Span<double> column)
    {
        for (int r = 0; r < column.Length; r++)
        {
            column[r] = BinaryPrimitives.ReadUInt16LittleEndian(words[(r * _sampleBytes)..]);
        }
    }

    /// <summary>Handles the bytes after the last sample: none, Ctrl-Z padding, or a torn sample.</summary>
    /// <returns>Always true.</returns>
    private bool End()
    {
        _ended = true;
        do
        {
            if (!IsPadding(_window.Bytes))
            {
                BadRows.Add(_rows + 1, FormattableString.Invariant(
                    $"the data ends within a sample: {_window.Bytes.Length} bytes are left, and a sample has {_sampleBytes}"));
                return true;
            }

            _window.Advance(_window.Bytes.Length);
        }
        while (_window.Ensure(1));

        return true;
    }

    private static bool IsPadding(ReadOnlySpan<byte> bytes) => !bytes.ContainsAnyExcept((byte)0x1A);
}
