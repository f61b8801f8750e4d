using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// The records of one source in memory, for a mix: the client's ceiling can be measured only if reads find records. A
/// <see cref="NullRecordWriter"/> reads and changes them on the timed path, which allocates only new pages.
/// </summary>
/// <remarks>
/// Operations on single records are thread-safe: each page of <see cref="PageRows"/> records has a lock, held for one record, or
/// for the whole page by <see cref="Find"/>. <see cref="ReadTo"/> and <see cref="ToRanges"/> take no lock, so no writer may
/// change records meanwhile. Sequence numbers need not be dense, but memory is taken for whole pages.
/// </remarks>
/// <param name="source">The source, from 0.</param>
/// <param name="valueCount">Values per record.</param>
internal sealed class NullSource(int source, int valueCount)
{
    /// <summary>Most bytes of the pages of one source.</summary>
    public const long MostBytes = 1L << 30;

    /// <summary>Records of a page.</summary>
    private const int PageRows = 1 << PageBits;

    private const int PageBits = 8;

    private readonly Lock _growing = new();
    private Page?[] _pages = new Page?[64];
    private long _bytes;

    /// <summary>The source, from 0.</summary>
    public int Source { get; } = source;

    /// <summary>Stores a record, or replaces it.</summary>
    /// <exception cref="BatchWriteException">The records would take more memory than <see cref="MostBytes"/>.</exception>
    public void Set(RecordBatch batch, int row)
    {
        long sequence = batch.FirstSequence + row;
        var page = PageOf(sequence) ?? Grow(sequence);
        lock (page)
        {
            page.Set((int)(sequence & (PageRows - 1)), batch, row, valueCount);
        }
    }

    /// <summary>Replaces a stored record if it has the expected quality.</summary>
    /// <param name="batch">A batch of one row.</param>
    /// <param name="quality">The expected quality. Null for any.</param>
    /// <returns>False if the record is absent or has another quality.</returns>
    public bool TryUpdate(RecordBatch batch, uint? quality)
    {
        if (PageOf(batch.FirstSequence) is not { } page)
        {
            return false;
        }

        int index = (int)(batch.FirstSequence & (PageRows - 1));
        lock (page)
        {
            if (!page.IsPresent[index] || (quality is { } expected && page.Qualities[index] != expected))
            {
                return false;
            }

            page.Set(index, batch, 0, valueCount);
            return true;
        }
    }

    /// <summary>Removes a record. Does nothing if it is absent.</summary>
    public void Remove(long sequence)
    {
        if (PageOf(sequence) is { } page)
        {
            lock (page)
            {
                page.IsPresent[sequence & (PageRows - 1)] = false;
            }
        }
    }

    /// <summary>Hands over the stored records of a range. The receiver runs under the lock of a page.</summary>
    public void Read(long first, int count, IRecordReceiver found)
    {
        for (long sequence = first; sequence < first + count; sequence++)
        {
            if (PageOf(sequence) is not { } page)
            {
                continue;
            }

            int index = (int)(sequence & (PageRows - 1));
            lock (page)
            {
                if (page.IsPresent[index])
                {
                    found.Add(Source, sequence, page.Timestamps[index], page.Qualities[index], page.ValuesOf(index, valueCount));
                }
            }
        }
    }

    /// <summary>Hands over the records at an instant in microseconds UTC. Skips pages that cannot have one.</summary>
    public void Find(long timestamp, IRecordReceiver found)
    {
        var pages = Volatile.Read(ref _pages);
        for (int number = 0; number < pages.Length; number++)
        {
            if (Volatile.Read(ref pages[number]) is not { } page || !page.MayHave(timestamp))
            {
                continue;
            }

            lock (page)
            {
                for (int index = 0; index < PageRows; index++)
                {
                    if (page.IsPresent[index] && page.Timestamps[index] == timestamp)
                    {
                        found.Add(Source, ((long)number << PageBits) + index, timestamp, page.Qualities[index],
                            page.ValuesOf(index, valueCount));
                    }
                }
            }
        }
    }

    /// <summary>Hands all records to an audit.</summary>
    public void ReadTo(StoredPartition stored)
    {
        foreach (var (page, index, sequence) in Present())
        {
            stored.Add(Source, sequence, page.Timestamps[index], page.Qualities[index], page.ValuesOf(index, valueCount));
        }
    }

    /// <summary>True if every record of a range is stored. Takes no lock.</summary>
    public bool Contains(long first, int count)
    {
        for (long sequence = first; sequence < first + count; sequence++)
        {
            if (PageOf(sequence)?.IsPresent[sequence & (PageRows - 1)] != true)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>All records as ranges with their checksums, in order.</summary>
    public IEnumerable<BookedRange> ToRanges()
    {
        var range = default(BookedRange);
        foreach (var (page, index, sequence) in Present())
        {
            ulong hash = RecordHash.Of(
                Source, sequence, page.Timestamps[index], page.Qualities[index], page.ValuesOf(index, valueCount));
            if (range.Count > 0 && range.End != sequence)
            {
                yield return range;
                range = default;
            }

            range = range.Count == 0 ? new BookedRange(sequence, 1, hash)
                : range with { Count = range.Count + 1, Checksum = range.Checksum + hash };
        }

        if (range.Count > 0)
        {
            yield return range;
        }
    }

    /// <summary>The stored records, in order. Takes no lock.</summary>
    private IEnumerable<(Page Page, int Index, long Sequence)> Present()
    {
        var pages = Volatile.Read(ref _pages);
        for (int number = 0; number < pages.Length; number++)
        {
            for (int index = 0; pages[number] is { } page && index < PageRows; index++)
            {
                if (page.IsPresent[index])
                {
                    yield return (page, index, ((long)number << PageBits) + index);
                }
            }
        }
    }

    private Page? PageOf(long sequence)
    {
        var pages = Volatile.Read(ref _pages);
        long number = sequence >> PageBits;
        return number < pages.Length ? Volatile.Read(ref pages[number]) : null;
    }

    private Page Grow(long sequence)
    {
        lock (_growing)
        {
            long number = sequence >> PageBits;
            long length = Math.Max(_pages.Length, number + 1);
            length = length > _pages.Length ? Math.Max(length, 2L * _pages.Length) : length;
            if (number < _pages.Length && _pages[number] is { } there)
            {
                return there;
            }

            _bytes += Page.BytesOf(valueCount);
            if (_bytes > MostBytes || length > Array.MaxLength)
            {
                throw new BatchWriteException(
                    $"The records of source {Source} take more than {MostBytes >> 20} MiB, which the null target does not hold for a mix.",
                    isTransient: false,
                    isAmbiguous: false);
            }

            if (length > _pages.Length)
            {
                var larger = new Page?[length];
                _pages.CopyTo(larger, 0);
                Volatile.Write(ref _pages, larger);
            }

            var page = new Page(valueCount);
            Volatile.Write(ref _pages[number], page);
            return page;
        }
    }

    /// <summary>Room for consecutive records. Guarded by a lock on the page itself.</summary>
    private sealed class Page(int valueCount)
    {
        private long _earliest = long.MaxValue;
        private long _latest = long.MinValue;

        public long[] Timestamps { get; } = new long[PageRows];

        public uint[] Qualities { get; } = new uint[PageRows];

        public bool[] IsPresent { get; } = new bool[PageRows];

        private double[] Values { get; } = new double[PageRows * valueCount];

        /// <summary>False if no record of the page ever had this timestamp.</summary>
        public bool MayHave(long timestamp) =>
            Volatile.Read(ref _earliest) <= timestamp && timestamp <= Volatile.Read(ref _latest);

        public static long BytesOf(int valueCount) => PageRows * (13L + (8L * valueCount));

        public ReadOnlySpan<double> ValuesOf(int index, int count) => Values.AsSpan(index * count, count);

        public void Set(int index, RecordBatch batch, int row, int count)
        {
            Timestamps[index] = batch.Timestamps[row];
            Qualities[index] = batch.Qualities[row];
            for (int column = 0; column < count; column++)
            {
                Values[(index * count) + column] = batch.Values[(column * batch.Capacity) + row];
            }

            IsPresent[index] = true;
            _earliest = Math.Min(_earliest, Timestamps[index]);
            _latest = Math.Max(_latest, Timestamps[index]);
        }
    }
}
