using Snappier;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Compresses and decompresses documents as single Snappy blocks, without stream framing, as the protocol carries them.
/// <see cref="KvRequestBuffer"/> compresses values that it sends, <see cref="KvChannel"/> decompresses values that arrive, on the
/// timed path. Damaged input throws and never writes beyond the target.
/// </summary>
internal static class SnappyBlock
{
    /// <summary>Longest compressed form of <paramref name="bytes"/> bytes.</summary>
    public static int MaxCompressedBytes(int bytes) => Snappy.GetMaxCompressedLength(bytes);

    /// <summary>Compresses a block and returns its compressed length.</summary>
    /// <param name="source">The document.</param>
    /// <param name="target">At least <see cref="MaxCompressedBytes"/>.</param>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target) => Snappy.Compress(source, target);

    /// <summary>The decompressed length that a block claims. It may be wrong, since the bytes come from the server.</summary>
    /// <exception cref="WireProtocolException">The block does not begin with a length.</exception>
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

    /// <summary>Decompresses a block.</summary>
    /// <param name="source">The compressed bytes, from the server.</param>
    /// <param name="target">Exactly <see cref="UncompressedBytes"/> long.</param>
    /// <exception cref="WireProtocolException">The bytes are not a block of that length.</exception>
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

    private static WireProtocolException Damaged(Exception? cause = null) =>
        new("A compressed document of the server is damaged: it is not a Snappy block.", cause);
}
