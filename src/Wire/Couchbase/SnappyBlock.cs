using Snappier;

namespace DbIngest.Wire.Couchbase;

/// <summary>A document compressed by Snappy, as the protocol carries it: one block, without the framing of a stream.</summary>
internal static class SnappyBlock
{
    /// <summary>The most bytes that a block of so many bytes may take.</summary>
    public static int MaxCompressedBytes(int bytes) => Snappy.GetMaxCompressedLength(bytes);

    /// <summary>Compresses a block.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="target">Room for <see cref="MaxCompressedBytes"/>.</param>
    /// <returns>How many bytes of the target are used.</returns>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target) => Snappy.Compress(source, target);

    /// <summary>How long a block is when it is restored.</summary>
    /// <param name="source">The compressed bytes, of any origin.</param>
    /// <exception cref="WireProtocolException">They do not begin with a length.</exception>
    public static int UncompressedBytes(ReadOnlySpan<byte> source)
    {
        try
        {
            return Snappy.GetUncompressedLength(source) is >= 0 and var bytes ? bytes : throw Damaged();
        }
        catch (InvalidDataException e)
        {
            throw Damaged(e);
        }
    }

    /// <summary>Restores a block.</summary>
    /// <param name="source">The compressed bytes, of any origin.</param>
    /// <param name="target">Exactly as long as <see cref="UncompressedBytes"/> says.</param>
    /// <exception cref="WireProtocolException">The bytes are no block of that length.</exception>
    public static void Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        try
        {
            if (!Snappy.TryDecompress(source, target, out int written) || written != target.Length)
            {
                throw Damaged();
            }
        }
        catch (InvalidDataException e)
        {
            throw Damaged(e);
        }
    }

    private static WireProtocolException Damaged(Exception? cause = null) => new("A document of the server is damaged: it is no Snappy block.", cause);
}
