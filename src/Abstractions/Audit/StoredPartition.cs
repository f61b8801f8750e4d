using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Counts and hashes the stored rows that one thread reads. A target's <see cref="Targets.ITarget.Audit"/> gets it from
/// <see cref="StoredContent.OpenPartition"/>, adds each row and disposes it. Only the disposal adds the counts to the whole.
/// </summary>
/// <remarks>
/// Not thread-safe. Keeps no row and allocates nothing per row. A target must add every row, also one with an impossible source:
/// only the audit may leave a row out.
/// </remarks>
public class StoredPartition : IDisposable
{
    /// <summary>Rows after which a partition reports its progress to the whole.</summary>
    public const int ProgressRows = 1024;

    private readonly StoredContent _whole;
    private readonly SourceTally[] _tallies;
    private readonly Counts[] _counts;
    private readonly SourceShare _share;
    private long _foreignRows;
    private int _untold;
    private bool _merged;

    /// <summary>Opens a partition.</summary>
    /// <param name="whole">The collection that receives the counts.</param>
    protected internal StoredPartition(StoredContent whole)
    {
        _whole = whole;
        _tallies = whole.Tallies;
        _share = whole.Share;
        _counts = new Counts[_tallies.Length];
    }

    /// <summary>Adds one stored row. Rows may come in any order.</summary>
    /// <param name="source">The stored source number, possibly invalid.</param>
    /// <param name="sequence">The stored sequence number, possibly invalid.</param>
    /// <param name="timestamp">Microseconds UTC.</param>
    /// <param name="quality">Flags of <see cref="RecordQuality"/>.</param>
    /// <param name="values">The values in schema order. <see cref="double.NaN"/> for a missing one.</param>
    /// <exception cref="TooManyRowsException">
    /// All partitions together hold more rows than the trial can have stored. The target must let it pass.
    /// </exception>
    public virtual void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        CountRow();
        if ((uint)source >= (uint)_tallies.Length || !_share.Contains(source))
        {
            _foreignRows++;
            return;
        }

        var tally = _tallies[source];
        ref var counts = ref _counts[source];
        if ((ulong)sequence >= (ulong)tally.Seen.Length)
        {
            _foreignRows += tally.IsUnknown ? 0 : 1;
            counts.UnacknowledgedRows += tally.IsUnknown ? 1 : 0;
            return;
        }

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
        if (!tally.Seen.Mark(sequence))
        {
            var further = tally.Judge(sequence);
            counts.Duplicates += further == FurtherRow.Duplicate ? 1 : 0;
            counts.RepeatedRows += further == FurtherRow.Duplicate ? 0 : 1;
            if (further == FurtherRow.InDoubt)
            {
                return;
            }
        }

        counts.Checksum += RecordHash.Of(source, sequence, timestamp, quality, values);
    }

    /// <summary>
    /// Counts a row as read, so that a long answer shows progress and an endless one ends. An override of <see cref="Add"/> that
    /// passes a row neither to its base nor to another partition must call it.
    /// </summary>
    /// <exception cref="TooManyRowsException">As of <see cref="Add"/>.</exception>
    protected void CountRow()
    {
        if (++_untold == ProgressRows)
        {
            _untold = 0;
            _whole.CountRead(ProgressRows);
        }
    }

    /// <summary>Adds the counts to the whole.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Adds the counts to the whole, once.</summary>
    /// <param name="disposing">Always true, since the class has no finalizer.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (!_merged)
        {
            _merged = true;
            _whole.Merge(_counts, _foreignRows);
        }
    }

    /// <summary>
    /// Counts of one source within one partition. <see cref="StoredContent"/> adds them up when the partition is disposed.
    /// </summary>
    internal struct Counts
    {
        public long Rows;
        public long Duplicates;
        public long RepeatedRows;
        public long UnacknowledgedRows;
        public ulong Checksum;
    }
}
