using System.IO.Compression;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Decompresses answers that the server compressed with zlib. <see cref="MongoMessageReader"/> owns one per connection. Its
/// buffer grows with the decompressed bytes, never with the size that a message claims. Each call allocates.
/// </summary>
internal sealed class MongoDecompression(int maxMessageBytes)
{
    private const int StepBytes = 64 * 1024;

    private byte[] _restored = new byte[StepBytes];

    /// <summary>Decompresses a message. The result, without header, is valid until the next call.</summary>
    /// <param name="message">The bytes behind the header: original opcode, size, compressor, compressed data.</param>
    /// <exception cref="WireProtocolException">Opcode, size or compressor are not as agreed, or the data are damaged.</exception>
    public ReadOnlySpan<byte> Decompress(ReadOnlySpan<byte> message)
    {
        var reader = new WireReader(message);
        int opcode = reader.Int32Little();
        int size = reader.Int32Little();
        byte compressor = reader.Byte();
        if (opcode != MongoMessage.Message || compressor != MongoMessage.Zlib || size < 0 || size > maxMessageBytes)
        {
            throw new WireProtocolException(
                $"A compressed answer has opcode {opcode}, {size} bytes and compressor {compressor}; only OP_MSG with zlib up "
                + $"to {maxMessageBytes} bytes was agreed.");
        }

        using var packed = new MemoryStream(reader.Take(reader.Remaining).ToArray());
        using var unpacking = new ZLibStream(packed, CompressionMode.Decompress);
        int length = 0;
        try
        {
            // The buffer grows with the data, not with the size that the message claims.
            int count;
            do
            {
                if (length == _restored.Length)
                {
                    Array.Resize(ref _restored, 2 * _restored.Length);
                }

                count = unpacking.Read(_restored, length, Math.Min(_restored.Length - length, size - length + 1));
                length += count;
            }
            while (count > 0 && length <= size);
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException)
        {
            throw new WireProtocolException("A compressed answer is damaged: it is not zlib data.", exception);
        }

        return length == size ? _restored.AsSpan(0, size)
            : throw new WireProtocolException($"A compressed answer does not decompress to the {size} bytes that it claims.");
    }
}
