namespace DbIngest.Sources.P1;

/// <summary>
/// CRC-16 of P1 telegrams ("P1 Companion Standard, Dutch Smart Meter Requirements", version 5.0.2): polynomial x^16 + x^15 + x^2
/// + 1, least significant bit first (0xA001), initial value 0, no final exclusive or. <see cref="P1Telegrams"/> computes it over
/// each line. Allocates nothing.
/// </summary>
internal static class Crc16
{
    private static readonly ushort[] Table = MakeTable();

    /// <summary>Continues a checksum over more bytes.</summary>
    public static ushort Append(ushort crc, ReadOnlySpan<byte> bytes)
    {
        foreach (byte b in bytes)
        {
            crc = (ushort)((crc >> 8) ^ Table[(byte)(crc ^ b)]);
        }

        return crc;
    }

    private static ushort[] MakeTable()
    {
        var table = new ushort[256];
        for (int i = 0; i < table.Length; i++)
        {
            int value = i;
            for (int bit = 0; bit < 8; bit++)
            {
                value = (value & 1) != 0 ? (value >> 1) ^ 0xA001 : value >> 1;
            }

            table[i] = (ushort)value;
        }

        return table;
    }
}
