using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace DbIngest.Wire;

/// <summary>
/// Builds a request whose numbers are little-endian, in one growing array that is reused for the next request.
/// <c>MySqlRequest</c> and <c>TdsMessage</c> derive from it. Writers of MySQL and MariaDB call it for every field of a record, so
/// it must allocate only to grow.
/// </summary>
/// <typeparam name="TSelf">The derived type, which every call returns.</typeparam>
public abstract class LittleEndianRequest<TSelf>
    where TSelf : LittleEndianRequest<TSelf>
{
    private readonly int _headerBytes;
    private byte[] _bytes;
    private int _end;

    /// <summary>Creates an empty request.</summary>
    /// <param name="headerBytes">Bytes reserved before the payload. The derived type fills them in when the request ends.</param>
    /// <param name="capacity">Initial room for the payload, in bytes.</param>
    private protected LittleEndianRequest(int headerBytes, int capacity)
    {
        _headerBytes = _end = headerBytes;
        _bytes = new byte[headerBytes + capacity];
    }

    /// <summary>Bytes of payload written so far.</summary>
    public int Length => _end - _headerBytes;

    /// <summary>Bytes of payload that fit before the array grows.</summary>
    public int Room => _bytes.Length - _end;

    /// <summary>The payload written so far.</summary>
    public Span<byte> Payload => _bytes.AsSpan(_headerBytes, Length);

    /// <summary>Header and payload.</summary>
    private protected Span<byte> Whole => _bytes.AsSpan(0, _end);

    // An unchecked cast, since every field of a record passes here.
    private TSelf Self => Unsafe.As<TSelf>(this);

    /// <summary>Drops the payload and keeps the memory.</summary>
    public TSelf Clear()
    {
        _end = _headerBytes;
        return Self;
    }

    /// <summary>Adds bytes as they are.</summary>
    public TSelf Bytes(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Take(bytes.Length));
        return Self;
    }

    /// <summary>Adds a byte.</summary>
    public TSelf Byte(byte value)
    {
        Take(1)[0] = value;
        return Self;
    }

    /// <summary>Adds the lowest 16 bits of a number.</summary>
    public TSelf UInt16(int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Take(2), (ushort)value);
        return Self;
    }

    /// <summary>Adds a 32-bit number.</summary>
    public TSelf Int32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(Take(4), value);
        return Self;
    }

    /// <summary>Adds a 64-bit number.</summary>
    public TSelf Int64(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Take(8), value);
        return Self;
    }

    /// <summary>Adds a double, 8 bytes.</summary>
    public TSelf Double(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(Take(8), value);
        return Self;
    }

    /// <summary>Adds zero bytes.</summary>
    public TSelf Zeros(int count)
    {
        Take(count).Clear();
        return Self;
    }

    /// <summary>Room behind the payload for the caller to fill; <see cref="Take"/> then makes it part of the payload.</summary>
    private protected Span<byte> Unwritten(int atLeast)
    {
        Ensure(atLeast);
        return _bytes.AsSpan(_end);
    }

    /// <summary>The same room as <see cref="Unwritten"/>, as memory.</summary>
    private protected Memory<byte> UnwrittenMemory(int atLeast)
    {
        Ensure(atLeast);
        return _bytes.AsMemory(_end);
    }

    /// <summary>Extends the payload by <paramref name="count"/> bytes, which the caller must fill.</summary>
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
