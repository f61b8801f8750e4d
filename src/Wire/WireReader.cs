using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire;

/// <summary>
/// Reads the fields of one received message, in either byte order. The readers of the binary protocols in this project use it,
/// and targets whose rows are binary. It throws <see cref="WireProtocolException"/> instead of reading beyond the end, whatever
/// lengths the bytes claim. Allocates nothing but texts.
/// </summary>
public ref struct WireReader
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>Starts at the first of <paramref name="bytes"/>, which are the whole message.</summary>
    public WireReader(ReadOnlySpan<byte> bytes) => _rest = bytes;

    /// <summary>Bytes that are not read yet.</summary>
    public readonly int Remaining => _rest.Length;

    /// <summary>Takes <paramref name="count"/> bytes.</summary>
    public ReadOnlySpan<byte> Take(int count)
    {
        if ((uint)count > (uint)_rest.Length)
        {
            throw new WireProtocolException("A message of the server ends before its last field.");
        }

        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    /// <summary>Takes the bytes up to <paramref name="end"/>, and <paramref name="end"/> itself, which is not returned.</summary>
    public ReadOnlySpan<byte> Until(byte end)
    {
        int length = _rest.IndexOf(end);
        var taken = Take(length < 0 ? _rest.Length + 1 : length);
        Take(1);
        return taken;
    }

    /// <summary>Takes a UTF-8 text of <paramref name="bytes"/> bytes.</summary>
    public string Utf8(int bytes) => Encoding.UTF8.GetString(Take(bytes));

    /// <summary>Takes a UTF-8 text and the zero byte that ends it.</summary>
    public string TerminatedText() => Encoding.UTF8.GetString(Until(0));

    /// <summary>Takes a byte.</summary>
    public byte Byte() => Take(1)[0];

    /// <summary>Takes a signed 16-bit number, big-endian.</summary>
    public short Int16() => BinaryPrimitives.ReadInt16BigEndian(Take(2));

    /// <summary>Takes an unsigned 16-bit number, big-endian.</summary>
    public int UInt16() => BinaryPrimitives.ReadUInt16BigEndian(Take(2));

    /// <summary>Takes a 32-bit number, big-endian.</summary>
    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Take(4));

    /// <summary>Takes a 64-bit number, big-endian.</summary>
    public long Int64() => BinaryPrimitives.ReadInt64BigEndian(Take(8));

    /// <summary>Takes a double, big-endian.</summary>
    public double Double() => BinaryPrimitives.ReadDoubleBigEndian(Take(8));

    /// <summary>Takes an unsigned 16-bit number, little-endian.</summary>
    public int UInt16Little() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    /// <summary>Takes an unsigned 24-bit number, little-endian.</summary>
    public int UInt24Little()
    {
        var bytes = Take(3);
        return bytes[0] | (bytes[1] << 8) | (bytes[2] << 16);
    }

    /// <summary>Takes a 32-bit number, little-endian.</summary>
    public int Int32Little() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    /// <summary>Takes a 64-bit number, little-endian.</summary>
    public long Int64Little() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    /// <summary>Takes a double, little-endian.</summary>
    public double DoubleLittle() => BinaryPrimitives.ReadDoubleLittleEndian(Take(8));
}
