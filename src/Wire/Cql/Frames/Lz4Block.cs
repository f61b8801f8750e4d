using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Compresses and decompresses LZ4 blocks, the payload of compressed CQL segments, for <see cref="CqlCompression"/> and
/// <see cref="CqlMessageReader"/>. One object compresses for one connection, one thread at a time. A block is a series of
/// sequences: a token (four bits each for the lengths of literals and match), further length bytes, the literals, and the match's
/// distance in two bytes. The last sequence has literals only.
/// </summary>
/// <remarks>
/// lz4 project, <c>lz4_Block_format.md</c>: the last 5 bytes are literals, and the last match begins at least 12 bytes before the
/// end. Compressing allocates nothing. Decompressing damaged bytes throws and never writes beyond the target.
/// </remarks>
internal sealed class Lz4Block
{
    private const int MinMatch = 4;
    private const int LastLiterals = 5;
    private const int LastMatchStart = 12;
    private const int MaxDistance = 65_535;
    private const int HashBits = 12;
    private const int SkipTrigger = 6;
    private const int LongLength = 15;

    // The latest position of each hash of four bytes.
    private readonly int[] _seen = new int[1 << HashBits];

    /// <summary>Longest compressed form of <paramref name="bytes"/> bytes.</summary>
    public static int MaxCompressedBytes(int bytes) => bytes + (bytes / 255) + 16;

    /// <summary>Compresses a block, with one candidate match per position, and returns its compressed length.</summary>
    /// <param name="source">The payload.</param>
    /// <param name="target">At least <see cref="MaxCompressedBytes"/>.</param>
    public int Compress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        Array.Clear(_seen);
        int written = 0;
        int anchor = 0;
        int misses = 1 << SkipTrigger;
        for (int at = 1; at <= source.Length - LastMatchStart;)
        {
            uint four = BinaryPrimitives.ReadUInt32LittleEndian(source[at..]);
            ref int seen = ref _seen[(four * 2654435761u) >> (32 - HashBits)];
            int candidate = seen;
            seen = at;
            if (at - candidate > MaxDistance || BinaryPrimitives.ReadUInt32LittleEndian(source[candidate..]) != four)
            {
                // The step grows with the distance from the last match, so that incompressible data passes quickly.
                at += misses++ >> SkipTrigger;
                continue;
            }

            int length = MinMatch + source[(at + MinMatch)..^LastLiterals].CommonPrefixLength(source[(candidate + MinMatch)..]);
            written += Sequence(target[written..], source[anchor..at], at - candidate, length);
            at += length;
            anchor = at;
            misses = 1 << SkipTrigger;
        }

        return written + Literals(target[written..], source[anchor..], matchBits: 0);
    }

    /// <summary>Decompresses a block.</summary>
    /// <param name="source">The compressed bytes, from the server.</param>
    /// <param name="target">Exactly as long as the decompressed block.</param>
    /// <exception cref="WireProtocolException">The bytes are not a block of that length.</exception>
    public static void Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        int read = 0;
        int written = 0;
        while (read < source.Length)
        {
            int token = source[read++];
            int literals = Length(source, ref read, token >> 4);
            if (literals > source.Length - read || literals > target.Length - written)
            {
                throw Damaged();
            }

            source.Slice(read, literals).CopyTo(target[written..]);
            read += literals;
            written += literals;
            if (read == source.Length)
            {
                break;
            }

            if (source.Length - read < 2)
            {
                throw Damaged();
            }

            int distance = BinaryPrimitives.ReadUInt16LittleEndian(source[read..]);
            read += 2;
            int length = Length(source, ref read, token & LongLength) + MinMatch;
            if (distance == 0 || distance > written || length > target.Length - written)
            {
                throw Damaged();
            }

            Repeat(target, written, distance, length);
            written += length;
        }

        if (written != target.Length)
        {
            throw Damaged();
        }
    }

    /// <summary>Copies bytes from <paramref name="distance"/> back; where source and copy overlap, the pattern repeats.</summary>
    private static void Repeat(Span<byte> target, int at, int distance, int length)
    {
        for (int done = 0; done < length;)
        {
            int piece = Math.Min(length - done, distance + done);
            target.Slice(at - distance, piece).CopyTo(target[(at + done)..]);
            done += piece;
        }
    }

    private static int Sequence(Span<byte> target, ReadOnlySpan<byte> literals, int distance, int length)
    {
        int rest = length - MinMatch;
        int written = Literals(target, literals, Math.Min(rest, LongLength));
        BinaryPrimitives.WriteUInt16LittleEndian(target[written..], (ushort)distance);
        written += 2;
        return rest < LongLength ? written : written + More(target[written..], rest - LongLength);
    }

    private static int Literals(Span<byte> target, ReadOnlySpan<byte> literals, int matchBits)
    {
        target[0] = (byte)((Math.Min(literals.Length, LongLength) << 4) | matchBits);
        int written = 1;
        if (literals.Length >= LongLength)
        {
            written += More(target[1..], literals.Length - LongLength);
        }

        literals.CopyTo(target[written..]);
        return written + literals.Length;
    }

    /// <summary>Writes the part of a length that does not fit into the token: bytes of 255, then a smaller byte.</summary>
    private static int More(Span<byte> target, int length)
    {
        int full = length / 255;
        target[..full].Fill(255);
        target[full] = (byte)(length % 255);
        return full + 1;
    }

    private static int Length(ReadOnlySpan<byte> source, ref int read, int fromToken)
    {
        int length = fromToken;
        if (fromToken < LongLength)
        {
            return length;
        }

        int next;
        do
        {
            if (read == source.Length)
            {
                throw Damaged();
            }

            next = source[read++];
            length += next;
        }
        while (next == 255);
        return length;
    }

    private static WireProtocolException Damaged() =>
        new("A segment of the server has a damaged payload: it is not an LZ4 block of the length in its header.");
}
