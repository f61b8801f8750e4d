using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>How the values of a column or parameter come: with their length, or of fixed length (MS-TDS 2.2.5.4).</summary>
/// <param name="Token">The type's token.</param>
/// <param name="Fixed">Bytes of a value of fixed length; 0 when it comes with its length.</param>
/// <param name="IsChunked">Whether a value comes in chunks; one chunk is read.</param>
internal readonly record struct IncomingType(byte Token, int Fixed, bool IsChunked = false)
{
    public static IncomingType Read(PacketReader reader)
    {
        byte token = reader.Byte();
        switch (token)
        {
            case 0x30 or 0x32:
                return new IncomingType(token, 1);
            case 0x34:
                return new IncomingType(token, 2);
            case 0x38 or 0x3B:
                return new IncomingType(token, 4);
            case 0x7F or 0x3E:
                return new IncomingType(token, 8);
            case 0x26 or 0x68 or 0x6D:
                reader.Byte();
                return new IncomingType(token, 0);
            case 0xE7 or 0xA7:
                bool isChunked = reader.UInt16() == 0xFFFF;
                reader.Take(5);
                return new IncomingType(token, 0, isChunked);
            case 0xA5:
                return new IncomingType(token, 0, reader.UInt16() == 0xFFFF);
            default:
                throw new ServerErrorException(2715, $"Type 0x{token:X2} is not part of this endpoint.");
        }
    }

    /// <summary>Reads how many bytes the next value has.</summary>
    /// <returns>-1 for NULL.</returns>
    public int Length(PacketReader reader)
    {
        if (Fixed > 0)
        {
            return Fixed;
        }

        if (IsChunked)
        {
            if (reader.Int64() == -1)
            {
                return -1;
            }

            return reader.Int32();
        }

        if (Token is 0xE7 or 0xA7 or 0xA5)
        {
            int length = reader.UInt16();
            return length == 0xFFFF ? -1 : length;
        }

        int bytes = reader.Byte();
        return bytes == 0 ? -1 : bytes;
    }

    /// <summary>A value from its bytes.</summary>
    public object Value(ReadOnlySpan<byte> bytes) => Token switch
    {
        0xE7 => ColumnType.Text.Read(bytes),
        0xA7 => System.Text.Encoding.ASCII.GetString(bytes),
        0xA5 => bytes.ToArray(),
        0x3E or 0x3B or 0x6D => ColumnType.Float.Read(bytes),
        _ => ColumnType.BigInt.Read(bytes),
    };
}
