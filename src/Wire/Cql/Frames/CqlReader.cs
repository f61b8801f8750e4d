using System.Net;
using System.Text;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Reads the protocol's notations (section 3) from the bytes of a message. Reading beyond them is a
/// <see cref="WireProtocolException"/>, whatever lengths the bytes claim.
/// </summary>
public ref struct CqlReader
{
    private WireReader _fields;

    /// <summary>Starts reading.</summary>
    /// <param name="bytes">All bytes that there are.</param>
    public CqlReader(ReadOnlySpan<byte> bytes) => _fields = new(bytes);

    /// <summary>How many bytes are left.</summary>
    public readonly int Remaining => _fields.Remaining;

    /// <summary>Takes bytes as they are.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes.</returns>
    public ReadOnlySpan<byte> Take(int count) => _fields.Take(count);

    /// <summary>Reads a [byte].</summary>
    /// <returns>0 to 255.</returns>
    public byte Byte() => _fields.Byte();

    /// <summary>Reads a [short].</summary>
    /// <returns>0 to 65,535.</returns>
    public int UInt16() => _fields.UInt16();

    /// <summary>Reads an [int].</summary>
    /// <returns>The number.</returns>
    public int Int32() => _fields.Int32();

    /// <summary>Reads a [long].</summary>
    /// <returns>The number.</returns>
    public long Int64() => _fields.Int64();

    /// <summary>Reads a [string].</summary>
    /// <returns>The text.</returns>
    public string String() => Encoding.UTF8.GetString(Take(UInt16()));

    /// <summary>Reads a [string list].</summary>
    /// <returns>The texts.</returns>
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
    /// <returns>The bytes.</returns>
    public ReadOnlySpan<byte> ShortBytes() => Take(UInt16());

    /// <summary>Reads [bytes].</summary>
    /// <param name="isNull">Whether they are null rather than empty.</param>
    /// <returns>The bytes.</returns>
    public ReadOnlySpan<byte> Bytes(out bool isNull)
    {
        int length = Int32();
        isNull = length < 0;
        return isNull ? default : Take(length);
    }

    /// <summary>Reads an [inet]: an address with its port.</summary>
    /// <returns>The end point.</returns>
    public IPEndPoint Inet()
    {
        var address = Address(Take(Byte()));
        int port = Int32();
        return port is >= 0 and <= 65_535
            ? new IPEndPoint(address, port)
            : throw new WireProtocolException("A message holds an impossible port.");
    }

    internal static IPAddress Address(ReadOnlySpan<byte> bytes) => bytes.Length is 4 or 16
        ? new IPAddress(bytes)
        : throw new WireProtocolException("A message holds an address that is neither IPv4 nor IPv6.");
}
