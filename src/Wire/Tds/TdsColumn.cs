namespace DbIngest.Wire.Tds;

/// <summary>A column of an answer: its name and how its values come (MS-TDS 2.2.5.4).</summary>
/// <param name="Name">The name; empty for an expression without one.</param>
/// <param name="Kind">What its values are.</param>
/// <param name="Bytes">Bytes of a value that comes without its length; 0 when the length comes with it.</param>
/// <param name="IsLong">Whether that length has two bytes rather than one.</param>
/// <param name="Scale">Digits behind the point, of a decimal.</param>
/// <param name="IsChunked">Whether values come in chunks: types without an upper length.</param>
internal readonly record struct TdsColumn(string Name, TdsKind Kind, int Bytes, bool IsLong, byte Scale, bool IsChunked)
{
    /// <summary>Reads the description of a column.</summary>
    /// <param name="channel">At its beginning.</param>
    /// <exception cref="WireProtocolException">Its type is none of those that this client reads.</exception>
    public static TdsColumn Read(TdsChannel channel)
    {
        // User type and flags say nothing that is needed here.
        channel.Take(6);
        var column = ReadType(channel);
        return column with { Name = channel.Text(channel.Byte()) };
    }

    /// <summary>Reads the description of a type.</summary>
    /// <param name="channel">At its beginning.</param>
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
                return Varying(token is 0xE7 or 0xEF ? TdsKind.Text : TdsKind.NarrowText) with { IsLong = true, IsChunked = isChunkedText };
            case 0xA5 or 0xAD:
                return Varying(TdsKind.Binary) with { IsChunked = channel.UInt16() == 0xFFFF, IsLong = true };
            default:
                channel.Stream.Break();
                throw new WireProtocolException($"The server answers with a column of type 0x{token:X2}, which this client does not read.");
        }
    }

    private static TdsColumn Fixed(TdsKind kind, int bytes) => new(string.Empty, kind, bytes, IsLong: false, Scale: 0, IsChunked: false);

    private static TdsColumn Varying(TdsKind kind) => new(string.Empty, kind, 0, IsLong: false, Scale: 0, IsChunked: false);
}

/// <summary>What the values of a column are.</summary>
internal enum TdsKind
{
    /// <summary>Whole numbers of 1, 2, 4 or 8 bytes.</summary>
    Integer,

    /// <summary>IEEE 754 of 4 or 8 bytes.</summary>
    Float,

    /// <summary>Decimal numbers.</summary>
    Decimal,

    /// <summary>UTF-16.</summary>
    Text,

    /// <summary>A code page; read as ASCII.</summary>
    NarrowText,

    /// <summary>Bytes.</summary>
    Binary,
}
