using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// Encodes procedure calls into one growing array, to be sent together (VoltDB, "Client Wire Protocol"): a length, version 0 of
/// an invocation (1 with a time limit), the procedure's name, a handle that the answer repeats, and parameters, big-endian.
/// <c>VoltCalls</c> encodes every record of <c>VoltWriter</c> straight into it, and <c>VoltAudit</c> has its own. Allocates only
/// to grow and keeps its memory.
/// </summary>
public sealed class VoltRequest
{
    private const int LengthBytes = 4;
    private const byte PlainInvocation = 0;
    private const byte LimitedInvocation = 1;
    private const byte HasLimit = 1;

    private byte[] _bytes;
    private int _end;
    private int _message;
    private int _table;

    /// <summary>Creates an empty request.</summary>
    /// <param name="capacity">Initial room in bytes.</param>
    public VoltRequest(int capacity = 1024) => _bytes = new byte[capacity];

    /// <summary>Number of calls.</summary>
    public int Calls { get; private set; }

    /// <summary>All ended calls, ready to send.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _end);

    /// <summary>Drops everything and keeps the memory.</summary>
    public VoltRequest Clear()
    {
        _end = 0;
        Calls = 0;
        return this;
    }

    /// <summary>Begins a call. Its parameters follow, then <see cref="End"/>.</summary>
    /// <param name="procedure">The procedure's name.</param>
    /// <param name="parameters">Number of parameters that follow.</param>
    /// <param name="handle">Repeated by the answer, to match it to this call.</param>
    /// <param name="limitMs">
    /// Longest time of a query of the call in milliseconds, in place of the server's own limit (10 s by default). Null keeps the
    /// server's. A server with users refuses more than its own limit from a user who is no administrator.
    /// </param>
    public VoltRequest Begin(string procedure, int parameters, long handle = 0, int? limitMs = null)
    {
        BeginMessage();
        if (limitMs is { } limit)
        {
            Byte(LimitedInvocation).Byte(HasLimit).Int32(limit);
        }
        else
        {
            Byte(PlainInvocation);
        }

        Utf8(procedure).Int64(handle);
        BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)parameters);
        return this;
    }

    /// <summary>Ends the current call.</summary>
    public VoltRequest End()
    {
        Calls++;
        return EndMessage();
    }

    /// <summary>Adds a text parameter.</summary>
    public VoltRequest Text(string value) => Type(VoltType.Text).Utf8(value);

    /// <summary>Adds an 8-bit parameter.</summary>
    public VoltRequest TinyInt(byte value) => Type(VoltType.TinyInt).Byte(value);

    /// <summary>Adds a 32-bit parameter.</summary>
    public VoltRequest Integer(int value) => Type(VoltType.Integer).Int32(value);

    /// <summary>Adds a 64-bit parameter.</summary>
    public VoltRequest BigInt(long value) => Type(VoltType.BigInt).Int64(value);

    /// <summary>Adds a timestamp parameter, in microseconds since 1970.</summary>
    public VoltRequest Timestamp(long microseconds) => Type(VoltType.Timestamp).Int64(microseconds);

    /// <summary>Adds a double parameter, or NULL for NaN.</summary>
    public VoltRequest Float(double value) => Type(VoltType.Float).Int64(VoltFloat.Bits(value));

    /// <summary>Adds a binary parameter.</summary>
    public VoltRequest Binary(ReadOnlySpan<byte> value) => Type(VoltType.Binary).Int32(value.Length).Raw(value);

    /// <summary>Begins a table parameter. Its rows follow (<see cref="Row"/>), then <see cref="EndTable"/>.</summary>
    /// <param name="head">The table's columns.</param>
    /// <param name="rows">Number of rows that follow.</param>
    public VoltRequest BeginTable(VoltTableHead head, int rows)
    {
        Type(VoltType.Table);
        _table = _end;
        return Int32(0).Int32(head.Bytes.Length).Raw(head.Bytes).Int32(rows);
    }

    /// <summary>Adds a table row of <paramref name="bytes"/> bytes, which the caller must fill completely.</summary>
    public Span<byte> Row(int bytes)
    {
        Int32(bytes);
        return Take(bytes);
    }

    /// <summary>Ends the current table.</summary>
    public VoltRequest EndTable()
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_table), _end - _table - LengthBytes);
        return this;
    }

    /// <summary>Begins a message without counting it as a call, as the login does.</summary>
    internal VoltRequest BeginMessage()
    {
        _message = _end;
        return Int32(0);
    }

    /// <summary>Fills in the length of the current message.</summary>
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
