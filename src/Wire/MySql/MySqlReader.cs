namespace DbIngest.Wire.MySql;

/// <summary>What is the protocol's own in a packet.</summary>
internal static class MySqlReader
{
    /// <summary>Takes a number of 1, 3, 4 or 9 bytes (length-encoded).</summary>
    public static long Length(this ref WireReader reader) => reader.Byte() switch
    {
        < 251 and var small => small,
        252 => reader.UInt16Little(),
        253 => reader.UInt24Little(),
        254 => reader.Int64Little(),
        _ => throw new WireProtocolException("A length in a packet of the server is none."),
    };

    /// <summary>Reads an OK packet, its first byte included.</summary>
    public static MySqlResult Ok(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet[1..]);
        long rows = reader.Length();

        // The last inserted number, and the status: neither is of use here.
        reader.Length();
        reader.Take(2);
        return new(rows, reader.UInt16Little());
    }

    /// <summary>Whether a packet ends rows or definitions (EOF).</summary>
    public static bool IsEnd(ReadOnlySpan<byte> packet) => packet[0] == 0xfe && packet.Length < 9;
}
