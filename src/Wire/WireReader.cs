using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire;

/// <summary>
/// Reads the fields of a message, whole numbers in either order of bytes. Reading beyond its end is a
/// <see cref="WireProtocolException"/>, whatever lengths the bytes claim.
/// </summary>
public ref struct WireReader
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>Starts reading.</summary>
    /// <param name="bytes">All bytes that there are.</param>
    public WireReader(ReadOnlySpan<byte> bytes) => _rest = bytes;

    /// <summary>How many bytes are left.</summary>
    public readonly int Remaining => _rest.Length;

    /// <summary>Takes bytes as they are.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes.</returns>
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

    /// <summary>Takes bytes up to one that ends them, which is taken too.</summary>
    /// <param name="end">The byte that ends them.</param>
    /// <returns>The bytes before it.</returns>
    public ReadOnlySpan<byte> Until(byte end)
    {
        int length = _rest.IndexOf(end);
        var taken = Take(length < 0 ? _rest.Length + 1 : length);
        Take(1);
        return taken;
    }

    /// <summary>Takes a UTF-8 text of so many bytes.</summary>
    /// <param name="bytes">Its length.</param>
    /// <returns>The text.</returns>
    public string Utf8(int bytes) => Encoding.UTF8.GetString(Take(bytes));

    /// <summary>Takes a byte.</summary>
    /// <returns>0 to 255.</returns>
    public byte Byte() => Take(1)[0];

    /// <summary>Takes 2 bytes, the most significant first.</summary>
    /// <returns>The number.</returns>
    public short Int16() => BinaryPrimitives.ReadInt16BigEndian(Take(2));

    /// <summary>Takes 2 bytes, the most significant first.</summary>
    /// <returns>0 to 65,535.</returns>
    public int UInt16() => BinaryPrimitives.ReadUInt16BigEndian(Take(2));

    /// <summary>Takes 4 bytes, the most significant first.</summary>
    /// <returns>The number.</returns>
    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Take(4));

    /// <summary>Takes 8 bytes, the most significant first.</summary>
    /// <returns>The number.</returns>
    public long Int64() => BinaryPrimitives.ReadInt64BigEndian(Take(8));

    /// <summary>Takes 8 bytes, the most significant first.</summary>
    /// <returns>The number.</returns>
    public double Double() => BinaryPrimitives.ReadDoubleBigEndian(Take(8));

    /// <summary>Takes 2 bytes, the least significant first.</summary>
    /// <returns>The number.</returns>
    public short Int16Little() => BinaryPrimitives.ReadInt16LittleEndian(Take(2));

    /// <summary>Takes 2 bytes, the least significant first.</summary>
    /// <returns>0 to 65,535.</returns>
    public int UInt16Little() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    /// <summary>Takes 3 bytes, the least significant first.</summary>
    /// <returns>0 to 16,777,215.</returns>
    public int UInt24Little()
    {
        var bytes = Take(3);
        return bytes[0] | (bytes[1] << 8) | (bytes[2] << 16);
    }

    /// <summary>Takes 4 bytes, the least significant first.</summary>
    /// <returns>The number.</returns>
    public int Int32Little() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    /// <summary>Takes 8 bytes, the least significant first.</summary>
    /// <returns>The number.</returns>
    public long Int64Little() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    /// <summary>Takes 8 bytes, the least significant first.</summary>
    /// <returns>The number.</returns>
    public double DoubleLittle() => BinaryPrimitives.ReadDoubleLittleEndian(Take(8));
}
