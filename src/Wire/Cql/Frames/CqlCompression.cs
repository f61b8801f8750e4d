using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// The outer frame of version 5 with LZ4: a header of 5 bytes (17 bits of payload length, 17 bits of its length before compression,
/// the self-contained flag) with its CRC-24, the payload, and the payload's CRC-32; all little-endian. A length before
/// compression of zero says that the payload is as it was.
/// </summary>
internal sealed class CqlCompression
{
    public const int HeaderBytes = 8;

    private const int LengthBits = 17;
    private const int FieldBytes = 5;
    private const ulong SelfContained = 1UL << (2 * LengthBits);

    private readonly Lz4Block _block = new();
    private readonly byte[] _compressed = new byte[Lz4Block.MaxCompressedBytes(CqlSegment.MaxPayloadBytes)];

    /// <summary>Compresses a payload that lies in place, and writes header and trailer round it.</summary>
    /// <param name="segment">Room for the header, the payload, room for the trailer.</param>
    /// <param name="isSelfContained">Whether the payload is whole messages, rather than a part of one.</param>
    /// <returns>How many bytes the segment has now.</returns>
    public int Seal(Span<byte> segment, bool isSelfContained)
    {
        var payload = segment[HeaderBytes..^CqlSegment.TrailerBytes];
        int compressed = _block.Compress(payload, _compressed);
        int original = 0;
        if (compressed < payload.Length)
        {
            original = payload.Length;
            payload = payload[..compressed];
            _compressed.AsSpan(0, compressed).CopyTo(payload);
        }

        ulong header = (uint)payload.Length | ((ulong)(uint)original << LengthBits) | (isSelfContained ? SelfContained : 0);
        BinaryPrimitives.WriteUInt64LittleEndian(segment, header | ((ulong)(uint)Crc24.Of(header, FieldBytes) << (8 * FieldBytes)));
        BinaryPrimitives.WriteUInt32LittleEndian(segment[(HeaderBytes + payload.Length)..], CqlChecksum.Of(payload));
        return HeaderBytes + payload.Length + CqlSegment.TrailerBytes;
    }

    /// <summary>Checks a header.</summary>
    /// <param name="header">Its bytes.</param>
    /// <param name="original">The payload's length before compression; 0 when it is not compressed.</param>
    /// <returns>The payload's length.</returns>
    /// <exception cref="WireProtocolException">It is damaged.</exception>
    public static int ReadHeader(ReadOnlySpan<byte> header, out int original)
    {
        ulong fields = BinaryPrimitives.ReadUInt64LittleEndian(header);
        int crc = (int)(fields >> (8 * FieldBytes));
        fields &= (1UL << (8 * FieldBytes)) - 1;
        original = (int)(fields >> LengthBits) & CqlSegment.MaxPayloadBytes;
        return crc == Crc24.Of(fields, FieldBytes)
            ? (int)fields & CqlSegment.MaxPayloadBytes
            : throw new WireProtocolException("The header of a segment is damaged: its checksum is wrong.");
    }
}
