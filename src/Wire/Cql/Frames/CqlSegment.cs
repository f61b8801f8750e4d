using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Adds the header and the checksums of uncompressed segments, the outer frame of native protocol version 5, little-endian, and
/// checks them. <see cref="CqlRequestBuffer"/> seals every segment by it, <see cref="CqlMessageReader"/> checks received ones,
/// and the payloads of compressed ones too. Allocates nothing.
/// </summary>
/// <remarks>
/// A header of 3 bytes (17 bits of payload length, the self-contained flag) has a CRC-24, the payload a CRC-32.
/// </remarks>
internal static class CqlSegment
{
    public const int HeaderBytes = 6;
    public const int TrailerBytes = 4;
    public const int MaxPayloadBytes = (1 << 17) - 1;

    private const uint SelfContained = 1 << 17;

    /// <summary>Adds header and trailer to a payload in place.</summary>
    /// <param name="segment">Room for the header, the payload, room for the trailer.</param>
    /// <param name="isSelfContained">True if the payload is whole messages; false if it is part of one.</param>
    public static void Seal(Span<byte> segment, bool isSelfContained)
    {
        var payload = segment[HeaderBytes..^TrailerBytes];
        uint header = (uint)payload.Length | (isSelfContained ? SelfContained : 0);
        BinaryPrimitives.WriteUInt32LittleEndian(segment, header | ((uint)Crc24.Of(header, 3) << 24));
        BinaryPrimitives.WriteUInt16LittleEndian(segment[4..], (ushort)(Crc24.Of(header, 3) >> 8));
        BinaryPrimitives.WriteUInt32LittleEndian(segment[^TrailerBytes..], CqlChecksum.Of(payload));
    }

    /// <summary>Checks a header and returns the payload's length.</summary>
    /// <exception cref="WireProtocolException">The checksum is wrong.</exception>
    public static int ReadHeader(ReadOnlySpan<byte> header)
    {
        uint fields = BinaryPrimitives.ReadUInt32LittleEndian(header) & 0xFFFFFF;
        int crc = header[3] | (BinaryPrimitives.ReadUInt16LittleEndian(header[4..]) << 8);
        return crc == Crc24.Of(fields, 3)
            ? (int)(fields & MaxPayloadBytes)
            : throw new WireProtocolException("A segment of the server has a damaged header (wrong checksum).");
    }

    /// <summary>Checks a payload against its trailer.</summary>
    /// <exception cref="WireProtocolException">The checksum is wrong.</exception>
    public static void CheckPayload(ReadOnlySpan<byte> payload, ReadOnlySpan<byte> trailer)
    {
        if (BinaryPrimitives.ReadUInt32LittleEndian(trailer) != CqlChecksum.Of(payload))
        {
            throw new WireProtocolException("A segment of the server has a damaged payload (wrong checksum).");
        }
    }
}
