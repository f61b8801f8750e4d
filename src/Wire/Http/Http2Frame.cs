using System.Buffers.Binary;

namespace DbIngest.Wire.Http;

/// <summary>
/// Writes heads of frames (RFC 9113, section 4.1). <see cref="Http2Framing"/> calls it for every frame that it sends. Allocates
/// nothing.
/// </summary>
internal static class Http2Frame
{
    /// <summary>Bytes of a head.</summary>
    public const int HeadBytes = 9;

    /// <summary>Marks settings and pings as answers. In other frames the same bit ends a stream.</summary>
    public const Http2FrameFlags Acknowledgement = Http2FrameFlags.EndStream;

    /// <summary>Writes a head.</summary>
    /// <param name="room">Receives the head; at least <see cref="HeadBytes"/>.</param>
    /// <param name="length">Bytes of the payload, less than 2^24.</param>
    /// <param name="type">The type.</param>
    /// <param name="flags">The flags.</param>
    /// <param name="stream">The stream. 0 for the connection.</param>
    /// <returns>Bytes written.</returns>
    public static int WriteHead(Span<byte> room, int length, Http2FrameType type, Http2FrameFlags flags, int stream)
    {
        BinaryPrimitives.WriteUInt32BigEndian(room, ((uint)length << 8) | (byte)type);
        room[4] = (byte)flags;
        BinaryPrimitives.WriteInt32BigEndian(room[5..], stream);
        return HeadBytes;
    }
}
