using System.Numerics;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Cuts the server's bytes into answers. The buffer grows only as bytes arrive and only up to the largest answer allowed; one that does not end in
/// time is a lost connection.
/// </summary>
internal sealed class MongoMessageReader(WireStream stream, int maxMessageBytes)
{
    private const int InitialBytes = 64 * 1024;

    private readonly ReceiveBuffer _received = new(stream, InitialBytes);
    private MongoDecompression? _decompression;

    /// <summary>Whether the server was told that it may compress.</summary>
    public bool MayBeCompressed { get; set; }

    /// <summary>Reads the next answer.</summary>
    /// <param name="responseTo">The request that it answers.</param>
    /// <returns>Its document; valid until the next call.</returns>
    /// <exception cref="WireProtocolException">The bytes are not what the protocol says.</exception>
    /// <exception cref="ConnectionLostException">The connection was lost, or the answer did not end in time.</exception>
    public ReadOnlySpan<byte> Read(out int responseTo)
    {
        stream.BeginAnswer();
        var header = new WireReader(_received.Peek(MongoMessage.HeaderBytes));
        int length = header.Int32Little();
        header.Int32Little();
        responseTo = header.Int32Little();
        int opcode = header.Int32Little();
        if (length < MongoMessage.HeaderBytes || length > maxMessageBytes)
        {
            throw new WireProtocolException($"A message claims to have {length} bytes; {maxMessageBytes} are allowed.");
        }

        var message = _received.Take(length);
        return opcode switch
        {
            MongoMessage.Message => Document(message[MongoMessage.HeaderBytes..], message),
            MongoMessage.Compressed when MayBeCompressed =>
                Document((_decompression ??= new(maxMessageBytes)).Decompress(message[MongoMessage.HeaderBytes..]), []),
            _ => throw new WireProtocolException($"The server's answer is of kind {opcode}, which was not asked for."),
        };
    }

    /// <summary>The one document of a message.</summary>
    private static ReadOnlySpan<byte> Document(ReadOnlySpan<byte> body, ReadOnlySpan<byte> whole)
    {
        var reader = new WireReader(body);
        int flags = reader.Int32Little();
        if ((flags & MongoMessage.RequiredFlags & ~MongoMessage.ChecksumPresent) != 0)
        {
            throw new WireProtocolException($"The server's answer has flags (0x{flags:X}) that were not asked for.");
        }

        if ((flags & MongoMessage.ChecksumPresent) != 0)
        {
            // Of the message as it was before compression, its header included: where that is gone the checksum is passed over.
            int sections = reader.Remaining - sizeof(int);
            var checksum = new WireReader(body[Math.Max(0, body.Length - sizeof(int))..]);
            if (sections < 0 || (whole.Length > 0 && checksum.Int32Little() != (int)Checksum(whole[..^sizeof(int)])))
            {
                throw new WireProtocolException("The checksum of an answer does not match its bytes.");
            }

            reader = new WireReader(reader.Take(sections));
        }

        if (reader.Byte() != MongoMessage.Body)
        {
            throw new WireProtocolException("The server's answer is not one document.");
        }

        var document = reader.Take(reader.Remaining);
        return BsonReader.LengthOf(document) == document.Length ? document : throw new WireProtocolException("The server's answer is more than one document.");
    }

    /// <summary>CRC-32C, as the protocol has it.</summary>
    private static uint Checksum(ReadOnlySpan<byte> bytes)
    {
        uint crc = uint.MaxValue;
        foreach (byte b in bytes)
        {
            crc = BitOperations.Crc32C(crc, b);
        }

        return ~crc;
    }
}
