using System.Runtime.InteropServices;

namespace DbIngest.Wire.Tds;

/// <summary>
/// A column of an answer: its name and the encoding of its values (MS-TDS 2.2.5.4). <see cref="TdsAnswer"/> reads one per column,
/// <see cref="TdsRows"/> decodes values by it.
/// </summary>
/// <param name="Name">The column's name; empty for an unnamed expression.</param>
/// <param name="Kind">The type of the values.</param>
/// <param name="Bytes">Length in bytes of values of fixed length; 0 if each value carries its length.</param>
/// <param name="IsLong">Whether that length has two bytes instead of one.</param>
/// <param name="Scale">Digits behind the decimal point, for decimals.</param>
/// <param name="IsChunked">Whether values are sent in chunks, as those of types without a maximum length.</param>
internal readonly record struct TdsColumn(string Name, TdsKind Kind, int Bytes, bool IsLong, byte Scale, bool IsChunked)
{
    /// <summary>Reads a column description.</summary>
    /// <param name="channel">Positioned at its beginning.</param>
    /// <param name="expected">Name of this column in the previous answer. The string is reused if the name is the same.</param>
    /// <exception cref="WireProtocolException">This client does not support the column's type.</exception>
    public static TdsColumn Read(TdsChannel channel, string? expected)
    {
        // User type and flags are not used.
        channel.Take(6);
        var column = ReadType(channel);
        var name = MemoryMarshal.Cast<byte, char>(channel.Take(2 * channel.Byte()));
        return column with { Name = expected is not null && name.SequenceEqual(expected) ? expected : name.ToString() };
    }

    public static TdsColumn ReadType(TdsChannel channel)
    {
        byte token = channel.Byte();
        switch (token)
        {
            case 0x32 or 0x30:
                return Fixed(TdsKind.Integer, 1);
            case 0x34:
                return Fixed(TdsKind.Integer, 2);
            case 0x38:
                return Fixed(TdsKind.Integer, 4);
            case 0x7F:
                return Fixed(TdsKind.Integer, 8);
            case 0x3B:
                return Fixed(TdsKind.Float, 4);
            case 0x3E:
                return Fixed(TdsKind.Float, 8);
            case 0x26 or 0x68:
                channel.Byte();
                return Varying(TdsKind.Integer);
            case 0x6D:
                channel.Byte();
                return Varying(TdsKind.Float);
            case 0x6A or 0x6C:
                channel.Take(2);
                return Varying(TdsKind.Decimal) with { Scale = channel.Byte() };
            case 0xE7 or 0xEF or 0xA7 or 0xAF:
                bool isChunkedText = channel.UInt16() == 0xFFFF;
                channel.Take(5);
                return Varying(token is 0xE7 or 0xEF ? TdsKind.Text
                    : TdsKind.NarrowText) with
                { IsLong = true, IsChunked = isChunkedText };
            case 0xA5 or 0xAD:
                return Varying(TdsKind.Binary) with { IsChunked = channel.UInt16() == 0xFFFF, IsLong = true };
            default:
                channel.Stream.Break();
                throw new WireProtocolException(
                    $"The server returned a column of type 0x{token:X2}, which this client does not support.");
        }
    }

    private static TdsColumn Fixed(TdsKind kind, int bytes) =>
        new(string.Empty, kind, bytes, IsLong: false, Scale: 0, IsChunked: false);

    private static TdsColumn Varying(TdsKind kind) => new(string.Empty, kind, 0, IsLong: false, Scale: 0, IsChunked: false);
}

/// <summary>
/// Types of values. <see cref="TdsColumn"/> maps each of the server's types to one of them. <see cref="TdsRows"/> decodes values
/// by it.
/// </summary>
internal enum TdsKind
{
    /// <summary>Whole numbers of 1, 2, 4 or 8 bytes.</summary>
    Integer,

    /// <summary>IEEE 754 of 4 or 8 bytes.</summary>
    Float,

    /// <summary>Decimal numbers with a scale.</summary>
    Decimal,

    /// <summary>UTF-16.</summary>
    Text,

    /// <summary>Text in a code page, read as ASCII.</summary>
    NarrowText,

    /// <summary>Bytes.</summary>
    Binary,
}
