using System.Numerics;

namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Remembers a set of sequence numbers of one source, one bit per number. In the audit of each trial, <see cref="SourceTally"/>
/// holds one for the rows that were read. <c>OperationReplay</c> and <c>SharedReplay</c> mark the records that a mix must have
/// stored, and <c>JoinedContent</c> of a composed target the rows of each part.
/// </summary>
/// <remarks>
/// Thread-safe: audit partitions mark the same bitmap from several threads. Bits are never cleared. <see cref="CountMarked"/> and
/// <see cref="FirstUnmarked"/> are exact only once no thread marks any more. A page of 128 KiB is allocated when the first bit of
/// the page is marked.
/// </remarks>
public sealed class SequenceBitmap
{
    private const int PageBits = 20;
    private const long PageLength = 1L << PageBits;
    private const int PageWords = (int)(PageLength / 64);

    private readonly ulong[]?[] _pages;

    /// <summary>Creates a bitmap with no bit set.</summary>
    /// <param name="length">Sequence numbers covered, from 0.</param>
    public SequenceBitmap(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Length = length;
        _pages = new ulong[(length + PageLength - 1) / PageLength][];
    }

    /// <summary>Sequence numbers covered.</summary>
    public long Length { get; }

    /// <summary>Marks one sequence number.</summary>
    /// <param name="sequence">0 to <see cref="Length"/> - 1.</param>
    /// <returns>True when it was not marked before.</returns>
    public bool Mark(long sequence)
    {
        ulong bit = 1UL << (int)(sequence & 63);
        return (Interlocked.Or(ref Word(sequence), bit) & bit) == 0;
    }

    /// <summary>True if a sequence number is marked.</summary>
    /// <param name="sequence">0 to <see cref="Length"/> - 1.</param>
    public bool IsMarked(long sequence) =>
        (_pages[sequence >> PageBits]?[(sequence & (PageLength - 1)) >> 6] & (1UL << (int)(sequence & 63))) is > 0;

    /// <summary>Marks a range of sequence numbers.</summary>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Numbers in the range, which must lie within the bitmap.</param>
    /// <returns>How many numbers of the range were marked before.</returns>
    public long MarkRange(long first, long count)
    {
        long marked = 0;
        long end = first + count;
        while (first < end)
        {
            int bit = (int)(first & 63);
            int take = (int)Math.Min(64 - bit, end - first);
            ulong mask = (take == 64 ? ulong.MaxValue : (1UL << take) - 1) << bit;
            marked += BitOperations.PopCount(Interlocked.Or(ref Word(first), mask) & mask);
            first += take;
        }

        return marked;
    }

    /// <summary>Counts the marked sequence numbers.</summary>
    public long CountMarked()
    {
        long marked = 0;
        foreach (ulong[]? page in _pages)
        {
            foreach (ulong word in page ?? [])
            {
                marked += BitOperations.PopCount(word);
            }
        }

        return marked;
    }

    /// <summary>Finds the first unmarked sequence number at or after a position.</summary>
    /// <param name="from">The position, 0 to <see cref="Length"/>.</param>
    /// <returns>The sequence number, or <see cref="Length"/> if all are marked.</returns>
    public long FirstUnmarked(long from)
    {
        for (long word = from >> 6; word << 6 < Length; word++)
        {
            ulong open = ~(_pages[word / PageWords]?[word % PageWords] ?? 0);
            if (word == from >> 6)
            {
                open &= ulong.MaxValue << (int)(from & 63);
            }

            if (open != 0)
            {
                return Math.Min(Length, (word << 6) + BitOperations.TrailingZeroCount(open));
            }
        }

        return Length;
    }

    private ref ulong Word(long sequence) =>
        ref (Volatile.Read(ref _pages[sequence >> PageBits])
            ?? MakePage(sequence >> PageBits))[(sequence & (PageLength - 1)) >> 6];

    private ulong[] MakePage(long index)
    {
        long bits = Math.Min(PageLength, Length - (index << PageBits));
        ulong[] made = new ulong[(bits + 63) / 64];
        return Interlocked.CompareExchange(ref _pages[index], made, null) ?? made;
    }
}
