using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// The Snappy block format: the length of what was compressed as a variable-length number, then elements of a tag each: literals, or a copy of what
/// lies so many bytes back.
/// </summary>
/// <remarks>google/snappy, <c>format_description.txt</c>. Used by one thread at a time; nothing is allocated for a block.</remarks>
internal sealed class SnappyBlock
{
    private const int Literal = 0;
    private const int CopyOfOneByte = 1;
    private const int CopyOfTwoBytes = 2;
    private const int MinMatch = 4;
    private const int MaxDistance = 65_535;
    private const int MostOfACopy = 64;
    private const int HashBits = 12;
    private const int SkipTrigger = 5;

    // Where four bytes with a hash were seen last, counted on from block to block, so that it need not be cleared for each.
    private readonly int[] _seen = new int[1 << HashBits];
    private int _begin = 1;

    /// <summary>The most bytes that a block of so many bytes may take.</summary>
    public static int MaxCompressedBytes(int bytes) => 32 + bytes + (bytes / 6);

    /// <summary>Compresses a block, by one look at each place for the last four bytes that were alike.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="target">Room for <see cref="MaxCompressedBytes"/>.</param>
    /// <returns>How many bytes of the target are used.</returns>
    public int Compress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        if (_begin > int.MaxValue - source.Length)
        {
            Array.Clear(_seen);
            _begin = 1;
        }

        int written = Length(target, source.Length);
        int anchor = 0;
        int misses = 1 << SkipTrigger;
        for (int at = 0; at <= source.Length - MinMatch;)
        {
            uint four = BinaryPrimitives.ReadUInt32LittleEndian(source[at..]);
            ref int seen = ref _seen[(four * 2654435761u) >> (32 - HashBits)];
            int candidate = seen - _begin;
            seen = _begin + at;
            if (candidate < 0 || at - candidate > MaxDistance || BinaryPrimitives.ReadUInt32LittleEndian(source[candidate..]) != four)
            {
                // The longer nothing is found, the larger the steps.
                at += misses++ >> SkipTrigger;
                continue;
            }

            int length = MinMatch + source[(at + MinMatch)..].CommonPrefixLength(source[(candidate + MinMatch)..]);
            written += Literals(target[written..], source[anchor..at]);
            written += Copy(target[written..], at - candidate, length);
            at += length;
            anchor = at;
            misses = 1 << SkipTrigger;
        }

        _begin += source.Length;
        return written + Literals(target[written..], source[anchor..]);
    }

    /// <summary>How long a block is when it is restored.</summary>
    /// <param name="source">The compressed bytes, of any origin.</param>
    /// <exception cref="WireProtocolException">They do not begin with a length.</exception>
    public static int UncompressedBytes(ReadOnlySpan<byte> source) => ReadLength(source, out _);

    /// <summary>Restores a block.</summary>
    /// <param name="source">The compressed bytes, of any origin.</param>
    /// <param name="target">Exactly as long as <see cref="UncompressedBytes"/> says.</param>
    /// <exception cref="WireProtocolException">The bytes are no block of that length.</exception>
    public static void Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        ReadLength(source, out int read);
        int written = 0;
        while (read < source.Length)
        {
            int tag = source[read++];
            int length = (tag >> 2) + 1;
            if ((tag & 3) == Literal)
            {
                length = length > 60 ? ReadNumber(source, ref read, length - 60) + 1 : length;
                if (length <= 0 || length > source.Length - read || length > target.Length - written)
                {
                    throw Damaged();
                }

                source.Slice(read, length).CopyTo(target[written..]);
                read += length;
                written += length;
                continue;
            }

            int distance;
            if ((tag & 3) == CopyOfOneByte)
            {
                length = ((tag >> 2) & 7) + MinMatch;
                distance = ((tag >> 5) << 8) | ReadNumber(source, ref read, 1);
            }
            else
            {
                distance = ReadNumber(source, ref read, (tag & 3) == CopyOfTwoBytes ? 2 : 4);
            }

            if (distance <= 0 || distance > written || length > target.Length - written)
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

    private static int Literals(Span<byte> target, ReadOnlySpan<byte> literals)
    {
        if (literals.IsEmpty)
        {
            return 0;
        }

        int less = literals.Length - 1;
        int lengthBytes = less < 60 ? 0 : less < 1 << 8 ? 1 : less < 1 << 16 ? 2 : less < 1 << 24 ? 3 : 4;
        target[0] = (byte)((lengthBytes == 0 ? less : 59 + lengthBytes) << 2);
        for (int i = 0; i < lengthBytes; i++)
        {
            target[1 + i] = (byte)(less >> (8 * i));
        }

        literals.CopyTo(target[(1 + lengthBytes)..]);
        return 1 + lengthBytes + literals.Length;
    }

    private static int Copy(Span<byte> target, int distance, int length)
    {
        int written = 0;
        while (length > MostOfACopy)
        {
            // What is left for the last one is never shorter than a match.
            int piece = length >= MostOfACopy + MinMatch ? MostOfACopy : MostOfACopy - MinMatch;
            written += LongCopy(target[written..], distance, piece);
            length -= piece;
        }

        if (length < 12 && distance < 2048)
        {
            target[written] = (byte)(((distance >> 8) << 5) | ((length - MinMatch) << 2) | CopyOfOneByte);
            target[written + 1] = (byte)distance;
            return written + 2;
        }

        return written + LongCopy(target[written..], distance, length);
    }

    private static int LongCopy(Span<byte> target, int distance, int length)
    {
        target[0] = (byte)(((length - 1) << 2) | CopyOfTwoBytes);
        BinaryPrimitives.WriteUInt16LittleEndian(target[1..], (ushort)distance);
        return 3;
    }

    private static int Length(Span<byte> target, int length)
    {
        int written = 0;
        for (; length >= 0x80; length >>= 7)
        {
            target[written++] = (byte)(length | 0x80);
        }

        target[written] = (byte)length;
        return written + 1;
    }

    private static int ReadLength(ReadOnlySpan<byte> source, out int read)
    {
        long length = 0;
        for (read = 0; read < 5 && read < source.Length; read++)
        {
            length |= (long)(source[read] & 0x7f) << (7 * read);
            if ((source[read] & 0x80) == 0)
            {
                read++;
                return length <= int.MaxValue ? (int)length : throw Damaged();
            }
        }

        throw Damaged();
    }

    private static int ReadNumber(ReadOnlySpan<byte> source, ref int read, int bytes)
    {
        if (source.Length - read < bytes)
        {
            throw Damaged();
        }

        // Four bytes may make a negative number, which every caller refuses.
        int number = 0;
        for (int i = 0; i < bytes; i++)
        {
            number |= source[read++] << (8 * i);
        }

        return number;
    }

    private static WireProtocolException Damaged() => new("A document of the server is damaged: it is no Snappy block.");
}
