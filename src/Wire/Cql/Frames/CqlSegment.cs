using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// The outer frame of version 5: a header of 3 bytes (17 bits of payload length, the self-contained flag) with its CRC-24,
/// the payload, and the payload's CRC-32; all little-endian.
/// </summary>
internal static class CqlSegment
{
    public const int HeaderBytes = 6;
    public const int TrailerBytes = 4;
    public const int MaxPayloadBytes = (1 << 17) - 1;

    private const uint SelfContained = 1 << 17;

    /// <summary>Writes header and trailer round a payload that lies in place.</summary>
    /// <param name="segment">Room for the header, the payload, room for the trailer.</param>
    /// <param name="isSelfContained">Whether the payload is whole messages, rather than a part of one.</param>
    public static void Seal(Span<byte> segment, bool isSelfContained)
    {
        var payload = segment[HeaderBytes..^TrailerBytes];
        uint header = (uint)payload.Length | (isSelfContained ? SelfContained : 0);
        BinaryPrimitives.WriteUInt32LittleEndian(segment, header | ((uint)Crc24.Of(header, 3) << 24));
        BinaryPrimitives.WriteUInt16LittleEndian(segment[4..], (ushort)(Crc24.Of(header, 3) >> 8));
        BinaryPrimitives.WriteUInt32LittleEndian(segment[^TrailerBytes..], CqlChecksum.Of(payload));
    }

    /// <summary>Checks a header.</summary>
    /// <returns>The payload's length.</returns>
    /// <exception cref="WireProtocolException">It is damaged.</exception>
    public static int ReadHeader(ReadOnlySpan<byte> header)
    {
        uint fields = BinaryPrimitives.ReadUInt32LittleEndian(header) & 0xFFFFFF;
        int crc = header[3] | (BinaryPrimitives.ReadUInt16LittleEndian(header[4..]) << 8);
        return crc == Crc24.Of(fields, 3)
            ? (int)(fields & MaxPayloadBytes)
            : throw new WireProtocolException("The header of a segment is damaged: its checksum is wrong.");
    }

    /// <summary>Checks a payload against the trailer that follows it.</summary>
    /// <exception cref="WireProtocolException">It is damaged.</exception>
    public static void CheckPayload(ReadOnlySpan<byte> payload, ReadOnlySpan<byte> trailer)
    {
        if (BinaryPrimitives.ReadUInt32LittleEndian(trailer) != CqlChecksum.Of(payload))
        {
            throw new WireProtocolException("The payload of a segment is damaged: its checksum is wrong.");
        }
    }
}
