namespace DbIngest.Wire.MySql;

/// <summary>
/// Decodes length-encoded numbers and OK packets, and recognises EOF packets. <see cref="MySqlChannel"/>,
/// <see cref="MySqlConnection"/> and <see cref="MySqlStatement"/> call it for every answer. Allocates nothing and throws
/// <see cref="WireProtocolException"/> for damage.
/// </summary>
internal static class MySqlReader
{
    /// <summary>Takes a length-encoded number, 1, 3, 4 or 9 bytes.</summary>
    public static long Length(this ref WireReader reader) => reader.Byte() switch
    {
        < 251 and var small => small,
        252 => reader.UInt16Little(),
        253 => reader.UInt24Little(),
        254 => reader.Int64Little(),
        _ => throw new WireProtocolException("A packet of the server has an invalid length-encoded number."),
    };

    /// <summary>Reads an OK packet, including its first byte.</summary>
    public static MySqlResult Ok(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet[1..]);
        long rows = reader.Length();

        // The last inserted id and the status are not used.
        reader.Length();
        reader.Take(2);
        return new(rows, reader.UInt16Little());
    }

    /// <summary>Whether a packet is EOF, which ends rows or column definitions.</summary>
    public static bool IsEnd(ReadOnlySpan<byte> packet) => packet[0] == 0xfe && packet.Length < 9;
}
