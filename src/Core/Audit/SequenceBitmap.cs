using System.Numerics;

namespace DbIngest.Core.Audit;

/// <summary>Which sequence numbers of a source were seen: one bit each. Marking is thread-safe.</summary>
public sealed class SequenceBitmap
{
    private readonly ulong[] _words;

    /// <summary>Creates a bitmap with nothing marked.</summary>
    /// <param name="length">The number of sequence numbers, from 0.</param>
    public SequenceBitmap(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Length = length;
        _words = new ulong[(length + 63) / 64];
    }

    /// <summary>How many sequence numbers it covers.</summary>
    public long Length { get; }

    /// <summary>Marks one sequence number.</summary>
    /// <param name="sequence">0 to <see cref="Length"/> - 1.</param>
    /// <returns>True when it was not marked before.</returns>
    public bool Mark(long sequence)
    {
        ulong bit = 1UL << (int)(sequence & 63);
        return (Interlocked.Or(ref _words[sequence >> 6], bit) & bit) == 0;
    }

    /// <summary>Marks a range.</summary>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">How many; the range must lie within the bitmap.</param>
    /// <returns>How many of them were marked before.</returns>
    public long MarkRange(long first, long count)
    {
        long marked = 0;
        long end = first + count;
        while (first < end)
        {
            int bit = (int)(first & 63);
            int take = (int)Math.Min(64 - bit, end - first);
            ulong mask = (take == 64 ? ulong.MaxValue : (1UL << take) - 1) << bit;
            marked += BitOperations.PopCount(Interlocked.Or(ref _words[first >> 6], mask) & mask);
            first += take;
        }

        return marked;
    }

    /// <summary>How many sequence numbers are marked.</summary>
    /// <returns>0 to <see cref="Length"/>.</returns>
    public long CountMarked()
    {
        long marked = 0;
        foreach (ulong word in _words)
        {
            marked += BitOperations.PopCount(word);
        }

        return marked;
    }

    /// <summary>The first unmarked sequence number at or after a position.</summary>
    /// <param name="from">Where to begin.</param>
    /// <returns>The sequence number, or <see cref="Length"/> when all are marked.</returns>
    public long FirstUnmarked(long from)
    {
        for (long word = from >> 6; word < _words.Length; word++)
        {
            ulong open = ~_words[word];
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
}
