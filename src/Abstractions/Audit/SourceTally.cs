namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What the audit knows about one source: the records that must be stored, and counts of the rows read so far.
/// <see cref="StoredContent"/> holds one per source, <see cref="StoredPartition"/> adds to it while a target reads, and
/// <c>Auditor</c> compares the counts with the records when all rows are read.
/// </summary>
/// <remarks>
/// Partitions share it: several threads mark <see cref="Seen"/> and <see cref="SeenTwice"/> at once, without a lock. All other
/// members that change are written only under the lock of <see cref="StoredContent"/>.
/// </remarks>
internal sealed class SourceTally(SourceExtent extent)
{
    public SourceExtent Extent => extent;

    public bool IsUnknown => extent.IsUnknown;

    public SequenceBitmap Seen { get; } = new(extent.Records);

    public IReadOnlyList<SequenceRange> Unacknowledged => extent.Unacknowledged;

    /// <summary>Records that must be stored. Null if every acknowledged record must be stored.</summary>
    public SequenceBitmap? Present => extent.Present;

    /// <summary>What must be stored of records that were sent twice. Null if each was sent once.</summary>
    public SourceRepeats? Repeats => extent.Repeats;

    /// <summary>Records whose expected second row was read. Null if the audit expects no second row of any record.</summary>
    public SequenceBitmap? SeenTwice { get; } = extent.Repeats is { AreKept: true } ? new(extent.Records) : null;

    /// <summary>
    /// Further rows of records that were sent twice, which the audit allows: expected second rows, and all further rows of
    /// batches whose second sending is in doubt.
    /// </summary>
    public long RepeatedRows { get; set; }

    /// <summary>How many records must be stored.</summary>
    public long Expected => Present?.CountMarked() ?? extent.Records - Unacknowledged.Sum(r => r.Count);

    /// <summary>Rows read of acknowledged records, including duplicates and further rows.</summary>
    public long Rows { get; set; }

    /// <summary>Further rows that the audit does not allow.</summary>
    public long Duplicates { get; set; }

    /// <summary>Rows read of batches that were never acknowledged. The audit allows them and does not count them.</summary>
    public long UnacknowledgedRows { get; set; }

    /// <summary>
    /// Sum of the hashes of the rows, modulo 2^64. A partition leaves out further rows that are in doubt, since the audit does
    /// not know how many there must be.
    /// </summary>
    public ulong Checksum { get; set; }

    /// <summary>True if an acknowledged record must be stored. False only if the mix deleted the record.</summary>
    public bool MustBeThere(long sequence) => Present?.IsMarked(sequence) != false;

    /// <summary>Judges a row whose record was read before.</summary>
    public FurtherRow Judge(long sequence) =>
        SeenTwice is null || !Repeats!.Schedule.IsRepeated(sequence) ? FurtherRow.Duplicate
        : Repeats.IsInDoubt(sequence) ? FurtherRow.InDoubt
        : SeenTwice.Mark(sequence) ? FurtherRow.Expected
        : FurtherRow.Duplicate;

    public bool IsUnacknowledged(long sequence)
    {
        foreach (var range in Unacknowledged)
        {
            if (range.Contains(sequence))
            {
                return true;
            }
        }

        return false;
    }
}
