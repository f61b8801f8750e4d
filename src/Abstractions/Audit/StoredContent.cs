namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Collects what a database stores, for the audit of one trial. <c>Auditor</c> creates one per audit,
/// <see cref="Targets.ITarget.Audit"/> opens a partition per reading thread (<see cref="OpenPartition"/>) and adds every row to
/// one of them, and the auditor then compares counts, gaps, duplicates and checksums.
/// </summary>
/// <remarks>
/// Holds counts, checksums and bitmaps, never the rows themselves. A composed target derives from it to inspect the rows of each
/// part before they are counted, and the audit of shared records to judge the version of each row.
/// </remarks>
public class StoredContent
{
    // Enough for a retry that stores every record again and for rows of another run in the same table. A database that returns
    // more rows than these is broken and may never end its answer.
    private const long RowsPerRecord = 8;
    private const long RowsBeside = 100_000;

    // The number of records of a lost process is unknown, but some bound must end an endless answer.
    private const long RecordsOfUnknown = 1L << 40;

    private readonly Lock _merge = new();
    private readonly SourceTally[] _tallies;
    private readonly List<string> _findings = [];
    private readonly long _mostRows;
    private readonly StoredContent? _whole;
    private long _rowsRead;

    /// <summary>Creates an empty collection for sources that all wrote the same number of records.</summary>
    /// <param name="valueCount">Values per record (V).</param>
    /// <param name="recordsPerSource">Records that each source generated.</param>
    /// <param name="unacknowledged">For each source, the ranges that were never acknowledged.</param>
    public StoredContent(int valueCount, long recordsPerSource, IReadOnlyList<IReadOnlyList<SequenceRange>> unacknowledged)
        : this(valueCount, [.. unacknowledged.Select(ranges => new SourceExtent(recordsPerSource, ranges))])
    {
    }

    /// <summary>Creates an empty collection.</summary>
    /// <param name="valueCount">Values per record (V).</param>
    /// <param name="sources">For each source from 0, what it tried to write.</param>
    public StoredContent(int valueCount, IReadOnlyList<SourceExtent> sources)
    {
        ValueCount = valueCount;
        _tallies = [.. sources.Select(source => new SourceTally(source))];
        _mostRows = RowsBeside + (RowsPerRecord * sources.Sum(source => source.IsUnknown ? RecordsOfUnknown : source.Records));
    }

    /// <summary>
    /// Creates an empty collection of a part of a composed target. Rows read of the part are progress of the whole audit, and the
    /// bound of the whole ends an endless answer of the part.
    /// </summary>
    /// <param name="valueCount">Values per record of the part.</param>
    /// <param name="sources">For each source from 0, what it tried to write.</param>
    /// <param name="whole">The collection of the whole audit.</param>
    protected StoredContent(int valueCount, IReadOnlyList<SourceExtent> sources, StoredContent whole)
        : this(valueCount, sources) => _whole = whole;

    /// <summary>Values per record (V).</summary>
    public int ValueCount { get; }

    /// <summary>
    /// The sources whose rows the target has to read. Only a target with <see cref="Targets.ITarget.AuditsShares"/> gets less
    /// than <see cref="SourceShare.All"/>. Rows of other sources count as foreign.
    /// </summary>
    public SourceShare Share { get; init; } = SourceShare.All;

    /// <summary>Number of sources of the trial.</summary>
    public int Sources => _tallies.Length;

    /// <summary>For each source, what it tried to write.</summary>
    public IReadOnlyList<SourceExtent> Extents => [.. _tallies.Select(tally => tally.Extent)];

    /// <summary>Mismatches that the target itself found while it read, in words. Any of them fails the audit.</summary>
    public IReadOnlyList<string> Findings => _findings;

    /// <summary>
    /// Rows with a source or sequence number that the trial never sent, and rows of deleted records. Any of them fails the audit.
    /// </summary>
    public long ForeignRows { get; private set; }

    /// <summary>
    /// Rows read so far, in steps of <see cref="StoredPartition.ProgressRows"/>. The auditor watches it from another thread to
    /// see that a reading target makes progress.
    /// </summary>
    public long RowsRead => _whole?.RowsRead ?? Interlocked.Read(ref _rowsRead);

    internal SourceTally[] Tallies => _tallies;

    /// <summary>
    /// Opens a partition for one reading thread. Disposing the partition adds its counts to this collection, so every partition
    /// must be disposed before <see cref="Targets.ITarget.Audit"/> returns.
    /// </summary>
    public virtual StoredPartition OpenPartition() => new(this);

    /// <summary>Adds a mismatch that the target found. May be called from several threads.</summary>
    /// <param name="finding">The mismatch as a sentence, with the first sequence number concerned.</param>
    public void AddFinding(string finding)
    {
        lock (_merge)
        {
            _findings.Add(finding);
        }
    }

    /// <summary>
    /// Adds a range of records by checksum, for a target that hashes records on arrival and keeps none. Several threads may call
    /// it. Unlike a partition, it counts batches that were never acknowledged like all others.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Records in the range.</param>
    /// <param name="checksum">Sum of their <see cref="Records.RecordHash"/> values modulo 2^64.</param>
    public void AddHashed(int source, long first, long count, ulong checksum)
    {
        lock (_merge)
        {
            var tally = (uint)source < (uint)_tallies.Length && Share.Contains(source) ? _tallies[source] : null;
            if (tally is { IsUnknown: true })
            {
                tally.UnacknowledgedRows += count;
                return;
            }

            if (tally is null || first < 0 || first + count > tally.Seen.Length)
            {
                ForeignRows += count;
                return;
            }

            tally.Rows += count;
            tally.Checksum += checksum;
            if (tally.SeenTwice is null)
            {
                tally.Duplicates += tally.Seen.MarkRange(first, count);
                return;
            }

            for (long sequence = first; sequence < first + count; sequence++)
            {
                if (!tally.Seen.Mark(sequence))
                {
                    bool isDuplicate = tally.Judge(sequence) == FurtherRow.Duplicate;
                    tally.Duplicates += isDuplicate ? 1 : 0;
                    tally.RepeatedRows += isDuplicate ? 0 : 1;
                }
            }
        }
    }

    /// <summary>Counts rows of one partition. Several threads may call it at once.</summary>
    /// <exception cref="TooManyRowsException">
    /// The database returned more rows than the trial can have stored, so the audit gives up.
    /// </exception>
    internal void CountRead(long rows)
    {
        if (_whole is not null)
        {
            _whole.CountRead(rows);
            return;
        }

        if (Interlocked.Add(ref _rowsRead, rows) > _mostRows)
        {
            throw new TooManyRowsException(FormattableString.Invariant(
                $"The database gives back more than {_mostRows} rows, {RowsPerRecord} for each record of the trial and {RowsBeside} beside: their end is not waited for."));
        }
    }

    internal void Merge(StoredPartition.Counts[] counts, long foreignRows)
    {
        lock (_merge)
        {
            ForeignRows += foreignRows;
            for (int source = 0; source < _tallies.Length; source++)
            {
                _tallies[source].Rows += counts[source].Rows;
                _tallies[source].Duplicates += counts[source].Duplicates;
                _tallies[source].RepeatedRows += counts[source].RepeatedRows;
                _tallies[source].UnacknowledgedRows += counts[source].UnacknowledgedRows;
                _tallies[source].Checksum += counts[source].Checksum;
            }
        }
    }
}
