using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Compresses segments with LZ4 and adds their checksums: the outer frame of native protocol version 5, little-endian.
/// <see cref="CqlRequestBuffer"/> seals every segment by it, <see cref="CqlMessageReader"/> checks received headers by it.
/// Allocates nothing after its construction.
/// </summary>
/// <remarks>
/// A header of 5 bytes (17 bits of payload length, 17 bits of length before compression, the self-contained flag) has a CRC-24,
/// the payload a CRC-32. A length before compression of 0 marks an uncompressed payload.
/// </remarks>
internal sealed class CqlCompression
{
    public const int HeaderBytes = 8;

    private const int LengthBits = 17;
    private const int FieldBytes = 5;
    private const ulong SelfContained = 1UL << (2 * LengthBits);

    private readonly Lz4Block _block = new();
    private readonly byte[] _compressed = new byte[Lz4Block.MaxCompressedBytes(CqlSegment.MaxPayloadBytes)];

    /// <summary>Compresses a payload in place and adds header and trailer.</summary>
    /// <param name="segment">Room for the header, the payload, room for the trailer.</param>
    /// <param name="isSelfContained">True if the payload is whole messages; false if it is part of one.</param>
    /// <returns>The segment's length in bytes.</returns>
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
        BinaryPrimitives.WriteUInt64LittleEndian(segment,
            header | ((ulong)(uint)Crc24.Of(header, FieldBytes) << (8 * FieldBytes)));
        BinaryPrimitives.WriteUInt32LittleEndian(segment[(HeaderBytes + payload.Length)..], CqlChecksum.Of(payload));
        return HeaderBytes + payload.Length + CqlSegment.TrailerBytes;
    }

    /// <summary>Checks a header and returns the payload's length.</summary>
    /// <param name="header">The 8 bytes of the header.</param>
    /// <param name="original">The payload's length before compression; 0 if it is not compressed.</param>
    /// <exception cref="WireProtocolException">The checksum is wrong.</exception>
    public static int ReadHeader(ReadOnlySpan<byte> header, out int original)
    {
        ulong fields = BinaryPrimitives.ReadUInt64LittleEndian(header);
        int crc = (int)(fields >> (8 * FieldBytes));
        fields &= (1UL << (8 * FieldBytes)) - 1;
        original = (int)(fields >> LengthBits) & CqlSegment.MaxPayloadBytes;
        return crc == Crc24.Of(fields, FieldBytes)
            ? (int)fields & CqlSegment.MaxPayloadBytes
            : throw new WireProtocolException("A segment of the server has a damaged header (wrong checksum).");
    }
}
