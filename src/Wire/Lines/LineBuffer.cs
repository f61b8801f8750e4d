using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;

namespace DbIngest.Wire.Lines;

/// <summary>
/// Bytes of InfluxDB's line protocol, as its other takers read it too: text that is written again and again into one buffer, which grows at first and then is only reused. Doubles are
/// written in the shortest form that is read back bit for bit.
/// </summary>
public sealed class LineBuffer : IDisposable
{
    /// <summary>The most that a number takes, its suffix included: <c>-2.2250738585072014E-308</c> has 24 characters.</summary>
    public const int NumberBytes = 32;

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(64 * 1024);
    private int _length;

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>Forgets what was written.</summary>
    public void Clear() => _length = 0;

    /// <summary>Makes room: a line is asked for at once, so that its parts need not ask.</summary>
    /// <param name="bytes">The most that is written before the next call.</param>
    public void Reserve(int bytes)
    {
        if (_bytes.Length - _length >= bytes)
        {
            return;
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(_length + bytes, 2 * _bytes.Length));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }

    /// <summary>Writes bytes as they are: names, tags and signs, escaped beforehand.</summary>
    /// <param name="bytes">The bytes.</param>
    public void Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }

    /// <summary>Writes one byte.</summary>
    /// <param name="value">The byte.</param>
    public void Raw(byte value) => _bytes[_length++] = value;

    /// <summary>Writes digits: a timestamp.</summary>
    /// <param name="value">The number.</param>
    public void Digits(long value)
    {
        Utf8Formatter.TryFormat(value, _bytes.AsSpan(_length), out int written);
        _length += written;
    }

    /// <summary>Writes a whole number as a field has it: <c>12i</c>.</summary>
    /// <param name="value">The number.</param>
    public void Integer(long value)
    {
        Digits(value);
        Raw((byte)'i');
    }

    /// <summary>Writes a double as a field has it.</summary>
    /// <param name="value">A finite number.</param>
    public void Double(double value) => _length += ShortestDouble.Write(value, _bytes.AsSpan(_length));

    /// <summary>Writes a double as QuestDB's version 2 of the protocol has it: a sign, a type, and its 8 bytes.</summary>
    /// <param name="value">The number.</param>
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
