using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>Builds the payload of a message to the server. The rows of a bulk load do not come here: see <see cref="TdsBulkLoad"/>.</summary>
internal sealed class TdsMessage() : LittleEndianRequest<TdsMessage>(headerBytes: 0, capacity: 512)
{
    private const int HeadersBytes = 22;
    private const ushort TransactionHeader = 2;

    /// <summary>A text, without its length.</summary>
    public TdsMessage Text(string value)
    {
        Encoding.Unicode.GetBytes(value, Take(2 * value.Length));
        return this;
    }

    /// <summary>A text of up to 255 characters, its length before it.</summary>
    public TdsMessage ShortText(string value) => Byte(checked((byte)value.Length)).Text(value);

    /// <summary>The headers of a batch or call: the transaction that it belongs to (MS-TDS 2.2.5.3).</summary>
    public TdsMessage Headers(long transaction) =>
        Int32(HeadersBytes).Int32(HeadersBytes - 4).UInt16(TransactionHeader).Int64(transaction).Int32(1);
}
