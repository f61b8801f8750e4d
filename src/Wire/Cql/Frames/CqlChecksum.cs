using DbIngest.Checksums;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>The checksum of a segment's payload in version 5 of the native protocol: CRC-32 as if the bytes FA 2D 55 CA came before it.</summary>
internal static class CqlChecksum
{
    private static readonly uint Seeded = Crc32.Append(Crc32.Start, [0xFA, 0x2D, 0x55, 0xCA]);

    /// <summary>The checksum of a payload.</summary>
    public static uint Of(ReadOnlySpan<byte> payload) => ~Crc32.Append(Seeded, payload);
}
