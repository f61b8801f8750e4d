using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace DbIngest.Wire;

/// <summary>
/// Bytes of a request, one behind the other, numbers with their least significant byte first. Used again for the next one; its memory stays.
/// </summary>
/// <typeparam name="TSelf">The protocol's own type, which every call returns.</typeparam>
public abstract class LittleEndianRequest<TSelf>
    where TSelf : LittleEndianRequest<TSelf>
{
    private readonly int _headerBytes;
    private byte[] _bytes;
    private int _end;

    /// <summary>Creates an empty request.</summary>
    /// <param name="headerBytes">Bytes before the payload that are filled in when it ends.</param>
    /// <param name="capacity">Bytes of payload to have room for at first.</param>
    private protected LittleEndianRequest(int headerBytes, int capacity)
    {
        _headerBytes = _end = headerBytes;
        _bytes = new byte[headerBytes + capacity];
    }

    /// <summary>Bytes of payload so far.</summary>
    public int Length => _end - _headerBytes;

    /// <summary>Bytes of payload that fit without more memory.</summary>
    public int Room => _bytes.Length - _end;

    /// <summary>The payload so far.</summary>
    public Span<byte> Payload => _bytes.AsSpan(_headerBytes, Length);

    /// <summary>Header and payload.</summary>
    private protected Span<byte> Whole => _bytes.AsSpan(0, _end);

    // No cast that is checked: these are called for every field of a record.
    private TSelf Self => Unsafe.As<TSelf>(this);

    /// <summary>Drops the payload.</summary>
    /// <returns>This.</returns>
    public TSelf Clear()
    {
        _end = _headerBytes;
        return Self;
    }

    /// <summary>Adds bytes as they are.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <returns>This.</returns>
    public TSelf Bytes(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Take(bytes.Length));
        return Self;
    }

    /// <summary>Adds a byte.</summary>
    /// <param name="value">The byte.</param>
    /// <returns>This.</returns>
    public TSelf Byte(byte value)
    {
        Take(1)[0] = value;
        return Self;
    }

    /// <summary>Adds 2 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public TSelf UInt16(int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Take(2), (ushort)value);
        return Self;
    }

    /// <summary>Adds 4 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public TSelf Int32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(Take(4), value);
        return Self;
    }

    /// <summary>Adds 8 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public TSelf Int64(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Take(8), value);
        return Self;
    }

    /// <summary>Adds 8 bytes.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public TSelf Double(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(Take(8), value);
        return Self;
    }

    /// <summary>Adds zeros.</summary>
    /// <param name="count">How many.</param>
    /// <returns>This.</returns>
    public TSelf Zeros(int count)
    {
        Take(count).Clear();
        return Self;
    }

    /// <summary>Room behind the payload, to be filled; what is then taken counts as written.</summary>
    private protected Span<byte> Unwritten(int atLeast)
    {
        Ensure(atLeast);
        return _bytes.AsSpan(_end);
    }

    /// <summary>The same as memory.</summary>
    private protected Memory<byte> UnwrittenMemory(int atLeast)
    {
        Ensure(atLeast);
        return _bytes.AsMemory(_end);
    }

    /// <summary>Takes room into the payload, to be filled.</summary>
    private protected Span<byte> Take(int count)
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
