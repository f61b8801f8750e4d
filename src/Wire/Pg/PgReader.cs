using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>Reads the fields of a message. Reading beyond it is a <see cref="PgProtocolException"/>, whatever lengths it claims.</summary>
internal ref struct PgReader
{
    private ReadOnlySpan<byte> _rest;

    public PgReader(ReadOnlySpan<byte> bytes) => _rest = bytes;

    /// <summary>How many bytes are left.</summary>
    public readonly int Remaining => _rest.Length;

    public ReadOnlySpan<byte> Take(int count)
    {
        if ((uint)count > (uint)_rest.Length)
        {
            throw new PgProtocolException("A message of the server ends before its last field.");
        }

        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    public byte Byte() => Take(1)[0];

    public short Int16() => BinaryPrimitives.ReadInt16BigEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Take(4));

    /// <summary>Bytes up to a zero, which is taken too.</summary>
    public ReadOnlySpan<byte> Terminated()
    {
        int length = _rest.IndexOf((byte)0);
        var taken = Take(length < 0 ? _rest.Length + 1 : length);
        Take(1);
        return taken;
    }

    /// <summary>A text that ends with a zero.</summary>
    public string Text() => Encoding.UTF8.GetString(Terminated());
}
