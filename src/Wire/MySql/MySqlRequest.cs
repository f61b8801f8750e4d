using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Builds one packet: 4 bytes for its header, then the payload. <c>InsertWay</c> and <c>MySqlKeyed</c> encode rows straight into
/// it and reuse it for every batch. Allocates only to grow. One packet holds at most <see cref="MaxPayloadBytes"/>.
/// </summary>
/// <param name="capacity">Initial room for the payload, in bytes.</param>
public sealed class MySqlRequest(int capacity = 1024)
    : LittleEndianRequest<MySqlRequest>(HeaderBytes, capacity), IBufferWriter<byte>
{
    /// <summary>Bytes of the header: a 24-bit length and a sequence number.</summary>
    internal const int HeaderBytes = 4;

    /// <summary>The largest payload of one packet, in bytes. The protocol would split a longer one.</summary>
    public const int MaxPayloadBytes = 0xfffffe;

    /// <inheritdoc/>
    public void Advance(int count) => Take(count);

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => Unwritten(sizeHint);

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0) => UnwrittenMemory(sizeHint);

    /// <summary>Adds a text as UTF-8, without length or terminator.</summary>
    public MySqlRequest Text(string text)
    {
        Encoding.UTF8.GetBytes(text, Take(Encoding.UTF8.GetByteCount(text)));
        return this;
    }

    /// <summary>Fills in the header and returns the packet.</summary>
    /// <param name="sequence">The packet's sequence number within its command.</param>
    internal ReadOnlySpan<byte> Finish(byte sequence)
    {
        if (Length > MaxPayloadBytes)
        {
            throw new InvalidOperationException(
                $"A packet of {Length} bytes is longer than {MaxPayloadBytes}; its writer must split it.");
        }

        var packet = Whole;
        BinaryPrimitives.WriteInt32LittleEndian(packet, Length);
        packet[3] = sequence;
        return packet;
    }
}
