using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>Builds the payload of a message to the server. The rows of a bulk load do not come here: see <see cref="TdsBulkLoad"/>.</summary>
internal sealed class TdsMessage
{
    private const int HeadersBytes = 22;
    private const ushort TransactionHeader = 2;

    private byte[] _bytes = new byte[512];

    /// <summary>Bytes so far.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes so far.</summary>
    public Span<byte> Written => _bytes.AsSpan(0, Length);

    public TdsMessage Clear()
    {
        Length = 0;
        return this;
    }

    public TdsMessage Byte(byte value)
    {
        Room(1)[0] = value;
        return this;
    }

    public TdsMessage UInt16(int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Room(2), (ushort)value);
        return this;
    }

    public TdsMessage Int32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(Room(4), value);
        return this;
    }

    public TdsMessage Int64(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Room(8), value);
        return this;
    }

    public TdsMessage Double(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(Room(8), value);
        return this;
    }

    public TdsMessage Bytes(ReadOnlySpan<byte> value)
    {
        value.CopyTo(Room(value.Length));
        return this;
    }

    /// <summary>A text, without its length.</summary>
    public TdsMessage Text(string value)
    {
        Encoding.Unicode.GetBytes(value, Room(2 * value.Length));
        return this;
    }

    /// <summary>A text of up to 255 characters, its length before it.</summary>
    public TdsMessage ShortText(string value) => Byte(checked((byte)value.Length)).Text(value);

    /// <summary>The headers of a batch or call: the transaction that it belongs to (MS-TDS 2.2.5.3).</summary>
    public TdsMessage Headers(long transaction) =>
        Int32(HeadersBytes).Int32(HeadersBytes - 4).UInt16(TransactionHeader).Int64(transaction).Int32(1);

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - Length < count)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, Length + count));
        }

        Length += count;
        return _bytes.AsSpan(Length - count, count);
    }
}
