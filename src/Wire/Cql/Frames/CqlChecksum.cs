using System.IO.Hashing;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>The checksum of a segment's payload in version 5 of the native protocol: CRC-32 as if the bytes FA 2D 55 CA came before it.</summary>
internal static class CqlChecksum
{
    [ThreadStatic]
    private static Crc32? _crc;

    /// <summary>The checksum of a payload.</summary>
    public static uint Of(ReadOnlySpan<byte> payload)
    {
        var crc = _crc ??= new Crc32();
        crc.Reset();
        crc.Append([0xFA, 0x2D, 0x55, 0xCA]);
        crc.Append(payload);
        return crc.GetCurrentHashAsUInt32();
    }
}
