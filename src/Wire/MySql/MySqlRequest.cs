using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A packet that is being written: 4 bytes for its header, then its payload. Used again for the next one; its memory stays.
/// </summary>
public sealed class MySqlRequest : IBufferWriter<byte>
{
    /// <summary>A 24-bit length and a sequence number.</summary>
    internal const int HeaderBytes = 4;

    /// <summary>The largest payload that is sent as one packet; the protocol would continue a longer one in a second.</summary>
    public const int MaxPayloadBytes = 0xfffffe;

    private byte[] _bytes;
    private int _end = HeaderBytes;

    /// <summary>Creates an empty packet.</summary>
    /// <param name="capacity">Bytes of payload to have room for at first.</param>
    public MySqlRequest(int capacity = 1024) => _bytes = new byte[HeaderBytes + capacity];

    /// <summary>Bytes of payload so far.</summary>
    public int Length => _end - HeaderBytes;

    /// <summary>Bytes of payload that fit without more memory.</summary>
    public int Room => _bytes.Length - _end;

    /// <summary>The payload so far.</summary>
    public Span<byte> Payload => _bytes.AsSpan(HeaderBytes, Length);

    /// <summary>Drops the payload.</summary>
    /// <returns>This.</returns>
    public MySqlRequest Clear()
    {
        _end = HeaderBytes;
        return this;
    }

    /// <inheritdoc/>
    public void Advance(int count) => _end += count;

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Ensure(sizeHint);
        return _bytes.AsSpan(_end);
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Ensure(sizeHint);
        return _bytes.AsMemory(_end);
    }

    /// <summary>Adds bytes as they are.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <returns>This.</returns>
    public MySqlRequest Bytes(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Take(bytes.Length));
        return this;
    }

    /// <summary>Adds a byte.</summary>
    /// <param name="value">The byte.</param>
    /// <returns>This.</returns>
    public MySqlRequest Byte(byte value)
    {
        Take(1)[0] = value;
        return this;
    }

    /// <summary>Adds 2 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public MySqlRequest UInt16(int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Take(2), (ushort)value);
        return this;
    }

    /// <summary>Adds 4 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public MySqlRequest Int32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(Take(4), value);
        return this;
    }

    /// <summary>Adds 8 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public MySqlRequest Int64(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Take(8), value);
        return this;
    }

    /// <summary>Adds 8 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public MySqlRequest Double(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(Take(8), value);
        return this;
    }

    /// <summary>Adds zeros.</summary>
    /// <param name="count">How many.</param>
    /// <returns>This.</returns>
    public MySqlRequest Zeros(int count)
    {
        Take(count).Clear();
        return this;
    }

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

        BinaryPrimitives.WriteInt32LittleEndian(_bytes, Length);
        _bytes[3] = sequence;
        return _bytes.AsSpan(0, _end);
    }

    private Span<byte> Take(int count)
    {
        Ensure(count);
        _end += count;
        return _bytes.AsSpan(_end - count, count);
    }

    private void Ensure(int bytes)
    {
        if (_bytes.Length - _end < bytes)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + bytes));
        }
    }
}
