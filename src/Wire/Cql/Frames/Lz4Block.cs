using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// The LZ4 block format: sequences of a token (lengths of literals and match, four bits each), further length bytes, the literals, and the
/// distance of the match in two bytes. The last sequence has literals only.
/// </summary>
/// <remarks>lz4 project, <c>lz4_Block_format.md</c>: the last 5 bytes are literals, and the last match begins 12 bytes before the end or earlier.</remarks>
internal sealed class Lz4Block
{
    private const int MinMatch = 4;
    private const int LastLiterals = 5;
    private const int LastMatchStart = 12;
    private const int MaxDistance = 65_535;
    private const int HashBits = 12;
    private const int SkipTrigger = 6;
    private const int LongLength = 15;

    // Where four bytes with a hash were seen last.
    private readonly int[] _seen = new int[1 << HashBits];

    /// <summary>The most bytes that a block of so many bytes may take.</summary>
    public static int MaxCompressedBytes(int bytes) => bytes + (bytes / 255) + 16;

    /// <summary>Compresses a block, by one look at each place for the last four bytes that were alike.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="target">Room for <see cref="MaxCompressedBytes"/>.</param>
    /// <returns>How many bytes of the target are used.</returns>
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
                // The longer nothing is found, the larger the steps.
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

    /// <summary>Restores a block.</summary>
    /// <param name="source">The compressed bytes, of any origin.</param>
    /// <param name="target">Exactly as long as the block was.</param>
    /// <exception cref="WireProtocolException">The bytes are no block of that length.</exception>
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

    /// <summary>Copies what lies so far back; where it overlaps with its copy, the pattern repeats.</summary>
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

    /// <summary>What of a length does not fit into the token: bytes of 255, and a smaller one that ends it.</summary>
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

    private static WireProtocolException Damaged() => new("The payload of a segment is damaged: it is no LZ4 block of the length that its header says.");
}
