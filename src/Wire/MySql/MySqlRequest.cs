using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>A packet that is being written: 4 bytes for its header, then its payload.</summary>
/// <param name="capacity">Bytes of payload to have room for at first.</param>
public sealed class MySqlRequest(int capacity = 1024) : LittleEndianRequest<MySqlRequest>(HeaderBytes, capacity), IBufferWriter<byte>
{
    /// <summary>A 24-bit length and a sequence number.</summary>
    internal const int HeaderBytes = 4;

    /// <summary>The largest payload that is sent as one packet; the protocol would continue a longer one in a second.</summary>
    public const int MaxPayloadBytes = 0xfffffe;

    /// <inheritdoc/>
    public void Advance(int count) => Take(count);

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => Unwritten(sizeHint);

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0) => UnwrittenMemory(sizeHint);

    /// <summary>Adds a text as UTF-8, without an end.</summary>
    /// <param name="text">The text.</param>
    /// <returns>This.</returns>
    public MySqlRequest Text(string text)
    {
        Encoding.UTF8.GetBytes(text, Take(Encoding.UTF8.GetByteCount(text)));
        return this;
    }

    /// <summary>The packet with its header, to be sent.</summary>
    /// <param name="sequence">Its sequence number.</param>
    internal ReadOnlySpan<byte> Finish(byte sequence)
    {
        if (Length > MaxPayloadBytes)
        {
            throw new InvalidOperationException($"A packet of {Length} bytes is to be split by whoever writes it.");
        }

        var packet = Whole;
        BinaryPrimitives.WriteInt32LittleEndian(packet, Length);
        packet[3] = sequence;
        return packet;
    }
}
