using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Builds the payload of a message to the server: login, batches, calls. <see cref="TdsConnection"/> and each
/// <see cref="TdsStatement"/> reuse one for all their requests. Rows of bulk loads never pass through it:
/// <see cref="TdsBulkLoad"/> writes them.
/// </summary>
internal sealed class TdsMessage() : LittleEndianRequest<TdsMessage>(headerBytes: 0, capacity: 512)
{
    private const int HeadersBytes = 22;
    private const ushort TransactionHeader = 2;

    /// <summary>Adds a text, UTF-16, without its length.</summary>
    public TdsMessage Text(string value)
    {
        Encoding.Unicode.GetBytes(value, Take(2 * value.Length));
        return this;
    }

    /// <summary>Adds a text of up to 255 characters behind its length.</summary>
    public TdsMessage ShortText(string value) => Byte(checked((byte)value.Length)).Text(value);

    /// <summary>Adds the headers of a batch or call: the transaction that it belongs to (MS-TDS 2.2.5.3).</summary>
    /// <param name="transaction">The transaction's descriptor; 0 for none.</param>
    public TdsMessage Headers(long transaction) =>
        Int32(HeadersBytes).Int32(HeadersBytes - 4).UInt16(TransactionHeader).Int64(transaction).Int32(1);
}
