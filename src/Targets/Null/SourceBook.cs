namespace DbIngest.Targets.Null;

/// <summary>
/// The records that the writers of one source received, in as few ranges as possible. <see cref="NullWriter"/> adds each batch on
/// the timed path. Adjoining ranges are joined, so that a book holds about as many ranges as its source has batches in flight,
/// whatever the number of records.
/// </summary>
/// <remarks>
/// Thread-safe. A range that overlaps a booked range goes to the next layer, so that a record received twice stays booked twice.
/// Only the writers of one source share the lock, and they hold it for one search per batch.
/// </remarks>
/// <param name="source">The source, from 0.</param>
/// <param name="records">
/// Number of records that the source must write. Later ranges are foreign, and are not joined to a range before this number.
/// </param>
internal sealed class SourceBook(int source, long records)
{
    /// <summary>Most ranges of a book (24 MB). Only batches in random order, or repeated ones, come near it.</summary>
    public const int MaxRanges = 1_000_000;

    private readonly Lock _lock = new();
    private readonly List<List<BookedRange>> _layers = [new(capacity: 64)];
    private int _ranges;

    /// <summary>The source, from 0.</summary>
    public int Source { get; } = source;

    /// <summary>Books a range.</summary>
    /// <returns>False if the book is full. Nothing is booked then.</returns>
    public bool TryAdd(BookedRange range)
    {
        if (range.Count == 0)
        {
            return true;
        }

        lock (_lock)
        {
            if (_ranges == MaxRanges)
            {
                return false;
            }

            foreach (var layer in _layers)
            {
                if (TryInsert(layer, range))
                {
                    return true;
                }
            }

            _layers.Add([range]);
            _ranges++;
            return true;
        }
    }

    /// <summary>True if a batch is booked whole. A range that spans several layers is not found.</summary>
    public bool Contains(long first, long count)
    {
        lock (_lock)
        {
            // Batches are booked whole and adjoining ranges are joined, so a booked batch lies within one range.
            return _layers.Exists(layer => layer.Exists(range => range.First <= first && first + count <= range.End));
        }
    }

    /// <summary>A copy of all booked ranges.</summary>
    public BookedRange[] ToArray()
    {
        lock (_lock)
        {
            return [.. _layers.SelectMany(layer => layer)];
        }
    }

    private bool TryInsert(List<BookedRange> layer, BookedRange range)
    {
        int next = FirstAfter(layer, range.First);
        bool hasPrevious = next > 0;
        bool hasNext = next < layer.Count;
        if ((hasPrevious && layer[next - 1].End > range.First) || (hasNext && layer[next].First < range.End))
        {
            return false;
        }

        bool joinsPrevious = hasPrevious && layer[next - 1].End == range.First && range.First != records;
        bool joinsNext = hasNext && layer[next].First == range.End && range.End != records;
        if (joinsPrevious && joinsNext)
        {
            layer[next - 1] = Join(Join(layer[next - 1], range), layer[next]);
            layer.RemoveAt(next);
            _ranges--;
        }
        else if (joinsPrevious)
        {
            layer[next - 1] = Join(layer[next - 1], range);
        }
        else if (joinsNext)
        {
            layer[next] = Join(range, layer[next]);
        }
        else
        {
            layer.Insert(next, range);
            _ranges++;
        }

        return true;
    }

    /// <summary>Index of the first range that begins after a sequence number.</summary>
    private static int FirstAfter(List<BookedRange> layer, long first)
    {
        int low = 0;
        int high = layer.Count;
        while (low < high)
        {
            int middle = (low + high) >>> 1;
            if (layer[middle].First <= first)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low;
    }

    private static BookedRange Join(BookedRange a, BookedRange b) =>
        new(a.First, a.Count + b.Count, a.Checksum + b.Checksum);
}
