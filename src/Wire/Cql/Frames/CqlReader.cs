using System.Net;
using System.Text;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Reads the notations of the CQL protocol (section 3) from a message's bytes. The connection reads every answer through it.
/// <c>CassandraAudit</c>, <c>StoredRow</c> and <c>NodeLink</c> read rows through it. Reading numbers and bytes allocates nothing.
/// Throws <see cref="WireProtocolException"/> instead of reading beyond the end, whatever lengths the bytes claim.
/// </summary>
public ref struct CqlReader
{
    private WireReader _fields;

    /// <summary>Starts at the first of <paramref name="bytes"/>.</summary>
    public CqlReader(ReadOnlySpan<byte> bytes) => _fields = new(bytes);

    /// <summary>Bytes that are not read yet.</summary>
    public readonly int Remaining => _fields.Remaining;

    /// <summary>Takes <paramref name="count"/> bytes.</summary>
    public ReadOnlySpan<byte> Take(int count) => _fields.Take(count);

    /// <summary>Reads a [byte], 0 to 255.</summary>
    public byte Byte() => _fields.Byte();

    /// <summary>Reads a [short], 0 to 65,535.</summary>
    public int UInt16() => _fields.UInt16();

    /// <summary>Reads an [int].</summary>
    public int Int32() => _fields.Int32();

    /// <summary>Reads a [long].</summary>
    public long Int64() => _fields.Int64();

    /// <summary>Reads a [string].</summary>
    public string String() => Encoding.UTF8.GetString(Take(UInt16()));

    /// <summary>Reads a [string list].</summary>
    public IReadOnlyList<string> StringList()
    {
        int count = UInt16();
        var texts = new List<string>();
        for (int i = 0; i < count; i++)
        {
            texts.Add(String());
        }

        return texts;
    }

    /// <summary>Reads [short bytes].</summary>
    public ReadOnlySpan<byte> ShortBytes() => Take(UInt16());

    /// <summary>Reads [bytes].</summary>
    /// <param name="isNull">Whether the value is null rather than empty.</param>
    public ReadOnlySpan<byte> Bytes(out bool isNull)
    {
        int length = Int32();
        isNull = length < 0;
        return isNull ? default : Take(length);
    }

    /// <summary>Reads an [inet]: an address with its port.</summary>
    public IPEndPoint Inet()
    {
        var address = Address(Take(Byte()));
        int port = Int32();
        return port is >= 0 and <= 65_535
            ? new IPEndPoint(address, port)
            : throw new WireProtocolException($"A message of the server contains port {port}.");
    }

    /// <summary>Reads an address of 4 or 16 bytes.</summary>
    internal static IPAddress Address(ReadOnlySpan<byte> bytes) => bytes.Length is 4 or 16
        ? new IPAddress(bytes)
        : throw new WireProtocolException("A message of the server contains an address that is neither IPv4 nor IPv6.");
}
