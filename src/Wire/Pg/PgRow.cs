using System.Buffers.Binary;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Reads one row in binary, field by field in order. <see cref="PgStatement.TryRead"/> returns it. The audit and single-record
/// reads use it. Throws <see cref="PgRowException"/> for NULL in place of a whole number, and
/// <see cref="WireProtocolException"/> for a field of another length. Allocates nothing.
/// </summary>
public ref struct PgRow
{
    private WireReader _fields;

    internal PgRow(WireReader body)
    {
        _fields = body;
        _fields.Int16();
    }

    /// <summary>Reads an <c>int4</c>.</summary>
    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Field(4));

    /// <summary>Reads an <c>int8</c> or a <c>timestamptz</c> (microseconds since 2000).</summary>
    public long Int64() => BinaryPrimitives.ReadInt64BigEndian(Field(8));

    /// <summary>Reads a <c>float8</c>; NaN for NULL.</summary>
    public double Double()
    {
        int length = _fields.Int32();
        return length == -1 ? double.NaN
            : length == 8 ? BinaryPrimitives.ReadDoubleBigEndian(_fields.Take(8))
            : throw Wrong(length, 8);
    }

    private static WireException Wrong(int length, int expected) => length == -1 ? PgRowException.OfNull
        : new WireProtocolException($"A field of a row has {length} bytes; its type should have {expected}.");

    private ReadOnlySpan<byte> Field(int bytes)
    {
        int length = _fields.Int32();
        return length == bytes ? _fields.Take(bytes) : throw Wrong(length, bytes);
    }
}
