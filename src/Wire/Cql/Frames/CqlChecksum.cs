using System.IO.Hashing;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// The checksum of a segment's payload (native protocol version 5): CRC-32 over the bytes FA 2D 55 CA and the payload.
/// <see cref="CqlSegment"/> and <see cref="CqlCompression"/> compute it for every segment in both directions. Allocates
/// nothing after a thread's first call.
/// </summary>
internal static class CqlChecksum
{
    [ThreadStatic]
    private static Crc32? _crc;

    public static uint Of(ReadOnlySpan<byte> payload)
    {
        var crc = _crc ??= new Crc32();
        crc.Reset();
        crc.Append([0xFA, 0x2D, 0x55, 0xCA]);
        crc.Append(payload);
        return crc.GetCurrentHashAsUInt32();
    }
}
