using System.Numerics;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Cuts the server's bytes into answers. <see cref="MongoChannel"/> reads through it. The buffer grows only as bytes arrive, up
/// to the largest answer allowed. It verifies the checksum of an uncompressed answer that has one. An answer that does not end
/// within the request timeout loses the connection.
/// </summary>
internal sealed class MongoMessageReader(WireStream stream, int maxMessageBytes)
{
    private const int InitialBytes = 64 * 1024;

    private readonly ReceiveBuffer _received = new(stream, InitialBytes);
    private MongoDecompression? _decompression;

    /// <summary>Whether the server may compress its answers.</summary>
    public bool MayBeCompressed { get; set; }

    /// <summary>Waits for the next answer. Its document is valid until the next call.</summary>
    /// <param name="responseTo">Id of the request that it answers.</param>
    /// <exception cref="WireProtocolException">The bytes break the protocol.</exception>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the answer did not end within the request timeout.
    /// </exception>
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
            throw new WireProtocolException(
                $"A message of the server claims {length} bytes; at most {maxMessageBytes} are accepted.");
        }

        var message = _received.Take(length);
        return opcode switch
        {
            MongoMessage.Message => Document(message[MongoMessage.HeaderBytes..], message),
            MongoMessage.Compressed when MayBeCompressed =>
                Document((_decompression ??= new(maxMessageBytes)).Decompress(message[MongoMessage.HeaderBytes..]), []),
            _ => throw new WireProtocolException($"The server's answer has opcode {opcode}, which was not agreed."),
        };
    }

    /// <summary>Returns the single document of a message.</summary>
    private static ReadOnlySpan<byte> Document(ReadOnlySpan<byte> body, ReadOnlySpan<byte> whole)
    {
        var reader = new WireReader(body);
        int flags = reader.Int32Little();
        if ((flags & MongoMessage.RequiredFlags & ~MongoMessage.ChecksumPresent) != 0)
        {
            throw new WireProtocolException($"The server's answer has flags (0x{flags:X}) that this client does not support.");
        }

        if ((flags & MongoMessage.ChecksumPresent) != 0)
        {
            // The checksum covers the uncompressed message with its header. A compressed message has lost that header, so its
            // checksum is ignored.
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
            throw new WireProtocolException("The server's answer does not begin with a document.");
        }

        var document = reader.Take(reader.Remaining);
        return BsonReader.LengthOf(document) == document.Length ? document
            : throw new WireProtocolException("The server's answer is more than one document.");
    }

    /// <summary>CRC-32C (Castagnoli), as OP_MSG requires.</summary>
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
