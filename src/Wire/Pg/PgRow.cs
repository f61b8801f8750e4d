using System.Buffers.Binary;

namespace DbIngest.Wire.Pg;

/// <summary>A row in binary; its fields are taken one after the other. One of another type is a <see cref="WireProtocolException"/>.</summary>
public ref struct PgRow
{
    private PgReader _fields;

    internal PgRow(PgReader body)
    {
        _fields = body;
        _fields.Int16();
    }

    /// <summary>The next field, an <c>int4</c>.</summary>
    /// <returns>Its value.</returns>
    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Field(4));

    /// <summary>The next field, an <c>int8</c> or a <c>timestamptz</c> (microseconds since 2000).</summary>
    /// <returns>Its value.</returns>
    public long Int64() => BinaryPrimitives.ReadInt64BigEndian(Field(8));

    /// <summary>The next field, a <c>float8</c>.</summary>
    /// <returns>Its value; NaN for NULL.</returns>
    public double Double()
    {
        int length = _fields.Int32();
        return length == -1 ? double.NaN
            : length == 8 ? BinaryPrimitives.ReadDoubleBigEndian(_fields.Take(8))
            : throw Wrong(length, 8);
    }

    private static WireProtocolException Wrong(int length, int expected) =>
        new($"A field of a row has {length} bytes, and {expected} were asked for.");

    private ReadOnlySpan<byte> Field(int bytes)
    {
        int length = _fields.Int32();
        return length == bytes ? _fields.Take(bytes) : throw Wrong(length, bytes);
    }
}
