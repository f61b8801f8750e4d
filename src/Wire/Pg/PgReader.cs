using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>Reads the fields of a message. Reading beyond it is a <see cref="WireProtocolException"/>, whatever lengths it claims.</summary>
internal ref struct PgReader
{
    private WireReader _fields;

    public PgReader(ReadOnlySpan<byte> bytes) => _fields = new(bytes);

    /// <summary>How many bytes are left.</summary>
    public readonly int Remaining => _fields.Remaining;

    public ReadOnlySpan<byte> Take(int count) => _fields.Take(count);

    public byte Byte() => _fields.Byte();

    public short Int16() => _fields.Int16();

    public int Int32() => _fields.Int32();

    /// <summary>Bytes up to a zero, which is taken too.</summary>
    public ReadOnlySpan<byte> Terminated() => _fields.Until(0);

    /// <summary>A text that ends with a zero.</summary>
    public string Text() => Encoding.UTF8.GetString(Terminated());
}
