using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// Calls of procedures that are being written (VoltDB, "Client Wire Protocol"): a length, version 0 of an invocation, the procedure's name, a number that its answer repeats, and
/// parameters. Numbers have their most significant byte first. Used again for the next ones; its memory stays.
/// </summary>
public sealed class VoltRequest
{
    private const int LengthBytes = 4;

    private byte[] _bytes;
    private int _end;
    private int _message;
    private int _table;

    /// <summary>Creates an empty request.</summary>
    /// <param name="capacity">Bytes to have room for at first.</param>
    public VoltRequest(int capacity = 1024) => _bytes = new byte[capacity];

    /// <summary>How many calls it has.</summary>
    public int Calls { get; private set; }

    /// <summary>All calls that are ended, to be sent.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _end);

    /// <summary>Drops what it has.</summary>
    /// <returns>This.</returns>
    public VoltRequest Clear()
    {
        _end = 0;
        Calls = 0;
        return this;
    }

    /// <summary>Begins a call; its parameters follow, then <see cref="End"/>.</summary>
    /// <param name="procedure">The procedure.</param>
    /// <param name="parameters">How many parameters follow.</param>
    /// <param name="handle">What its answer repeats.</param>
    /// <returns>This.</returns>
    public VoltRequest Begin(string procedure, int parameters, long handle = 0)
    {
        BeginMessage().Byte(0).Utf8(procedure).Int64(handle);
        BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)parameters);
        return this;
    }

    /// <summary>Ends a call.</summary>
    /// <returns>This.</returns>
    public VoltRequest End()
    {
        Calls++;
        return EndMessage();
    }

    /// <summary>Adds a parameter: a text.</summary>
    /// <param name="value">The text.</param>
    /// <returns>This.</returns>
    public VoltRequest Text(string value) => Type(VoltType.Text).Utf8(value);

    /// <summary>Adds a parameter: a whole number of 8 bits.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public VoltRequest TinyInt(byte value) => Type(VoltType.TinyInt).Byte(value);

    /// <summary>Adds a parameter: a whole number of 32 bits.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public VoltRequest Integer(int value) => Type(VoltType.Integer).Int32(value);

    /// <summary>Adds a parameter: a whole number of 64 bits.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public VoltRequest BigInt(long value) => Type(VoltType.BigInt).Int64(value);

    /// <summary>Adds a parameter: microseconds since 1970.</summary>
    /// <param name="microseconds">The number.</param>
    /// <returns>This.</returns>
    public VoltRequest Timestamp(long microseconds) => Type(VoltType.Timestamp).Int64(microseconds);

    /// <summary>Adds a parameter: a double, or NULL for one that is not a number.</summary>
    /// <param name="value">The double.</param>
    /// <returns>This.</returns>
    public VoltRequest Float(double value) => Type(VoltType.Float).Int64(VoltFloat.Bits(value));

    /// <summary>Adds a parameter: bytes.</summary>
    /// <param name="value">The bytes.</param>
    /// <returns>This.</returns>
    public VoltRequest Binary(ReadOnlySpan<byte> value) => Type(VoltType.Binary).Int32(value.Length).Raw(value);

    /// <summary>Adds the beginning of a parameter that is a table; its rows follow, then <see cref="EndTable"/>.</summary>
    /// <param name="head">Its columns.</param>
    /// <param name="rows">How many rows.</param>
    /// <returns>This.</returns>
    public VoltRequest BeginTable(VoltTableHead head, int rows)
    {
        Type(VoltType.Table);
        _table = _end;
        return Int32(0).Int32(head.Bytes.Length).Raw(head.Bytes).Int32(rows);
    }

    /// <summary>Room for a row of a table, behind its length.</summary>
    /// <param name="bytes">How many bytes it takes.</param>
    /// <returns>The room; all of it is to be written.</returns>
    public Span<byte> Row(int bytes)
    {
        Int32(bytes);
        return Take(bytes);
    }

    /// <summary>Ends a table.</summary>
    /// <returns>This.</returns>
    public VoltRequest EndTable()
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_table), _end - _table - LengthBytes);
        return this;
    }

    internal VoltRequest BeginMessage()
    {
        _message = _end;
        return Int32(0);
    }

    internal VoltRequest EndMessage()
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_message), _end - _message - LengthBytes);
        return this;
    }

    internal VoltRequest Byte(byte value)
    {
        Take(1)[0] = value;
        return this;
    }

    internal VoltRequest Int32(int value)
    {
        BinaryPrimitives.WriteInt32BigEndian(Take(4), value);
        return this;
    }

    internal VoltRequest Int64(long value)
    {
        BinaryPrimitives.WriteInt64BigEndian(Take(8), value);
        return this;
    }

    internal VoltRequest Utf8(string value)
    {
        int length = Encoding.UTF8.GetByteCount(value);
        Int32(length);
        Encoding.UTF8.GetBytes(value, Take(length));
        return this;
    }

    internal VoltRequest Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Take(bytes.Length));
        return this;
    }

    private VoltRequest Type(VoltType type) => Byte((byte)type);

    private Span<byte> Take(int count)
    {
        if (_bytes.Length - _end < count)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + count));
        }

        _end += count;
        return _bytes.AsSpan(_end - count, count);
    }
}
