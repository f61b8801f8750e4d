using System.IO.Compression;

namespace DbIngest.Wire.Mongo;

/// <summary>Restores answers that the server has compressed with zlib.</summary>
internal sealed class MongoDecompression(int maxMessageBytes)
{
    private const int StepBytes = 64 * 1024;

    private byte[] _restored = new byte[StepBytes];

    /// <summary>Restores a message.</summary>
    /// <param name="message">What stands behind the header: the kind of the message, its size, the compressor, the compressed bytes.</param>
    /// <returns>The message without its header; valid until the next call.</returns>
    /// <exception cref="WireProtocolException">It is another than it says.</exception>
    public ReadOnlySpan<byte> Decompress(ReadOnlySpan<byte> message)
    {
        var reader = new WireReader(message);
        int opcode = reader.Int32Little();
        int size = reader.Int32Little();
        byte compressor = reader.Byte();
        if (opcode != MongoMessage.Message || compressor != MongoMessage.Zlib || size < 0 || size > maxMessageBytes)
        {
            throw new WireProtocolException($"A compressed answer is of kind {opcode}, {size} bytes and compressor {compressor}, which was not asked for.");
        }

        using var packed = new MemoryStream(reader.Take(reader.Remaining).ToArray());
        using var unpacking = new ZLibStream(packed, CompressionMode.Decompress);
        int length = 0;
        try
        {
            // Room grows with what there is, not with what the message claims.
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
            throw new WireProtocolException("A compressed answer is damaged.", exception);
        }

        return length == size ? _restored.AsSpan(0, size) : throw new WireProtocolException($"A compressed answer does not have the {size} bytes that it claims.");
    }
}
