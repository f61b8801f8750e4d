namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// The checksum of a segment's header (native protocol version 5): 24 bits, polynomial 0x1974F0B, initial value 0x875060, the
/// header's bytes in little-endian order, most significant bit first. <see cref="CqlSegment"/> and <see cref="CqlCompression"/>
/// compute it for every segment in both directions. Allocates nothing.
/// </summary>
internal static class Crc24
{
    private const int Initial = 0x875060;
    private const int Polynomial = 0x1974F0B;

    private static readonly int[] Table = CreateTable();

    /// <summary>The checksum of the lowest bytes of a number.</summary>
    /// <param name="header">The header. Its first byte is the lowest.</param>
    /// <param name="length">Number of bytes to include, 3 or 5.</param>
    public static int Of(ulong header, int length)
    {
        int crc = Initial;
        for (int i = 0; i < length; i++)
        {
            crc = ((crc << 8) & 0xFFFFFF) ^ Table[(crc >> 16) ^ (byte)(header >> (8 * i))];
        }

        return crc;
    }

    private static int[] CreateTable()
    {
        var table = new int[256];
        for (int i = 0; i < table.Length; i++)
        {
            int crc = i << 16;
            for (int bit = 0; bit < 8; bit++)
            {
                crc <<= 1;
                crc ^= (crc & 0x1000000) != 0 ? Polynomial : 0;
            }

            table[i] = crc;
        }

        return table;
    }
}
