using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Audit;

/// <summary>A part of the stored rows, read by one thread.</summary>
public class StoredPartition : IDisposable
{
    private readonly StoredContent _whole;
    private readonly SourceTally[] _tallies;
    private readonly Counts[] _counts;
    private readonly SourceShare _share;
    private long _foreignRows;
    private bool _merged;

    /// <summary>Opens a partition.</summary>
    /// <param name="whole">What it adds to.</param>
    protected internal StoredPartition(StoredContent whole)
    {
        _whole = whole;
        _tallies = whole.Tallies;
        _share = whole.Share;
        _counts = new Counts[_tallies.Length];
    }

    /// <summary>Adds one stored row, in whatever order rows come.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="sequence">Its sequence number.</param>
    /// <param name="timestamp">Its timestamp in microseconds UTC.</param>
    /// <param name="quality">Its quality flags.</param>
    /// <param name="values">Its values in their order; a missing one is <see cref="double.NaN"/>.</param>
    public virtual void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        if ((uint)source >= (uint)_tallies.Length || !_share.Contains(source) || (ulong)sequence >= (ulong)_tallies[source].Seen.Length)
        {
            _foreignRows++;
            return;
        }

        var tally = _tallies[source];
        ref var counts = ref _counts[source];
        if (tally.Unacknowledged.Count > 0 && tally.IsUnacknowledged(sequence))
        {
            counts.UnacknowledgedRows++;
            return;
        }

        if (!tally.MustBeThere(sequence))
        {
            _foreignRows++;
            return;
        }

        counts.Rows++;
        counts.Duplicates += tally.Seen.Mark(sequence) ? 0 : 1;
        counts.Checksum += RecordHash.Of(source, sequence, timestamp, quality, values);
    }

    /// <summary>Adds what was read to the whole.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Adds what was read to the whole.</summary>
    /// <param name="disposing">Always true: there is nothing to finalise.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (!_merged)
        {
            _merged = true;
            _whole.Merge(_counts, _foreignRows);
        }
    }

    internal struct Counts
    {
        public long Rows;
        public long Duplicates;
        public long UnacknowledgedRows;
        public ulong Checksum;
    }
}
