using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;

namespace DbIngest.Wire.Lines;

/// <summary>
/// Encodes records as InfluxDB line protocol, text that InfluxDB and QuestDB accept, into one buffer that is reused for every
/// batch. The writers of both call it for every value, and must call <see cref="Reserve"/> before each line: a whole number
/// without room is dropped. Allocates only to grow. Doubles have the shortest text that parses to the same bits.
/// </summary>
public sealed class LineBuffer : IDisposable
{
    /// <summary>Upper bound in bytes for a number with its suffix: <c>-2.2250738585072014E-308</c> has 24.</summary>
    public const int NumberBytes = 32;

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(64 * 1024);
    private int _length;

    /// <summary>Everything written since <see cref="Clear"/>.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>Drops everything and keeps the memory.</summary>
    public void Clear() => _length = 0;

    /// <summary>Makes room for a whole line, so that the methods below need no bounds check.</summary>
    /// <param name="bytes">Upper bound for the bytes written until the next call.</param>
    public void Reserve(int bytes)
    {
        if (_bytes.Length - _length >= bytes)
        {
            return;
        }

        // In 64 bits: twice a GiB is negative in 32, and a buffer that grew by a line at a time would be copied for each line.
        long needed = Math.Max(_length + (long)bytes, 2L * _bytes.Length);
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(needed, Array.MaxLength));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }

    /// <summary>Writes bytes as they are: names, tags and separators, escaped beforehand. Room must be reserved.</summary>
    public void Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }

    /// <summary>Writes one byte. Room must be reserved.</summary>
    public void Raw(byte value) => _bytes[_length++] = value;

    /// <summary>Writes a whole number without suffix: a timestamp. Room must be reserved.</summary>
    public void Digits(long value)
    {
        Utf8Formatter.TryFormat(value, _bytes.AsSpan(_length), out int written);
        _length += written;
    }

    /// <summary>Writes a whole number as a field value: <c>12i</c>. Room must be reserved.</summary>
    public void Integer(long value)
    {
        Digits(value);
        Raw((byte)'i');
    }

    /// <summary>Writes a double as a field value. Room must be reserved.</summary>
    /// <param name="value">A finite number.</param>
    public void Double(double value) => _length += ShortestDouble.Write(value, _bytes.AsSpan(_length));

    /// <summary>
    /// Writes a double in version 2 of QuestDB's protocol: the separator, the type, 8 bytes little-endian. Room must be reserved.
    /// </summary>
    public void BinaryDouble(double value)
    {
        var room = _bytes.AsSpan(_length, 10);
        room[0] = (byte)'=';
        room[1] = 16;
        BinaryPrimitives.WriteDoubleLittleEndian(room[2..], value);
        _length += 10;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        _length = 0;
    }
}
