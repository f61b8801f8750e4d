namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Receives what a database holds. A target reads all of its rows and hands each to a partition
/// (<see cref="OpenPartition"/>, one a reading thread).
/// </summary>
/// <remarks>A target that is composed of others derives from it, to see the rows of each before they are counted.</remarks>
public class StoredContent
{
    private readonly Lock _merge = new();
    private readonly SourceTally[] _tallies;
    private readonly List<string> _findings = [];

    /// <summary>Creates an empty content for sources numbered from 0.</summary>
    /// <param name="valueCount">Values a record (V).</param>
    /// <param name="recordsPerSource">How many records each source was to write.</param>
    /// <param name="unacknowledged">For each source, the ranges that were never acknowledged, and so may be there or not.</param>
    public StoredContent(int valueCount, long recordsPerSource, IReadOnlyList<IReadOnlyList<SequenceRange>> unacknowledged)
        : this(valueCount, [.. unacknowledged.Select(ranges => new SourceExtent(recordsPerSource, ranges))])
    {
    }

    /// <summary>Creates an empty content for sources numbered from 0.</summary>
    /// <param name="valueCount">Values a record (V).</param>
    /// <param name="sources">For each source, what it was to write and what of that was never acknowledged.</param>
    public StoredContent(int valueCount, IReadOnlyList<SourceExtent> sources)
    {
        ValueCount = valueCount;
        _tallies = [.. sources.Select(source => new SourceTally(source))];
    }

    /// <summary>Values a record (V).</summary>
    public int ValueCount { get; }

    /// <summary>
    /// The sources whose rows are wanted. Less than all of them is asked only of a target that <see cref="Targets.ITarget.AuditsShares"/>: it reads no other
    /// rows, and one that it hands over all the same is counted as foreign.
    /// </summary>
    public SourceShare Share { get; init; } = SourceShare.All;

    /// <summary>How many sources were to write.</summary>
    public int Sources => _tallies.Length;

    /// <summary>For each source, what it was to write.</summary>
    public IReadOnlyList<SourceExtent> Extents => [.. _tallies.Select(tally => tally.Extent)];

    /// <summary>What is wrong with the content beside its records, in words, found by the target while it read; the audit then fails.</summary>
    public IReadOnlyList<string> Findings => _findings;

    /// <summary>Rows whose source or sequence number no source of the trial ever had, or whose record was deleted.</summary>
    public long ForeignRows { get; private set; }

    internal SourceTally[] Tallies => _tallies;

    /// <summary>Opens a partition for one reading thread. Disposing it adds what it read to the whole.</summary>
    /// <returns>The partition.</returns>
    public virtual StoredPartition OpenPartition() => new(this);

    /// <summary>Adds a finding.</summary>
    /// <param name="finding">What is wrong, with the first sequence number concerned.</param>
    public void AddFinding(string finding)
    {
        lock (_merge)
        {
            _findings.Add(finding);
        }
    }

    /// <summary>
    /// Adds consecutive records whose content was hashed where they were received: for a target that keeps no records.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">How many.</param>
    /// <param name="checksum">The sum of their hashes modulo 2^64.</param>
    public void AddHashed(int source, long first, long count, ulong checksum)
    {
        lock (_merge)
        {
            if ((uint)source >= (uint)_tallies.Length || !Share.Contains(source) || first < 0 || first + count > _tallies[source].Seen.Length)
            {
                ForeignRows += count;
                return;
            }

            var tally = _tallies[source];
            tally.Rows += count;
            tally.Duplicates += tally.Seen.MarkRange(first, count);
            tally.Checksum += checksum;
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
                _tallies[source].UnacknowledgedRows += counts[source].UnacknowledgedRows;
                _tallies[source].Checksum += counts[source].Checksum;
            }
        }
    }
}
