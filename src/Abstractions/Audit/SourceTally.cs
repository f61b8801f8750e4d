namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What the audit knows about one source: what must be stored, and the rows read so far. <see cref="StoredContent"/> holds one
/// per source, and the auditor compares both halves when all rows are read.
/// </summary>
/// <remarks>
/// Partitions share it: they mark <see cref="Seen"/> from several threads. All other members that change are written under the
/// lock of <see cref="StoredContent"/> only.
/// </remarks>
internal sealed class SourceTally(SourceExtent extent)
{
    public SourceExtent Extent => extent;

    public SequenceBitmap Seen { get; } = new(extent.Records);

    public IReadOnlyList<SequenceRange> Unacknowledged => extent.Unacknowledged;

    /// <summary>Records that must be stored. Null if all acknowledged ones must.</summary>
    public SequenceBitmap? Present => extent.Present;

    /// <summary>What must be stored of records that were sent twice. Null if each was sent once.</summary>
    public SourceRepeats? Repeats => extent.Repeats;

    /// <summary>Records of which a second row was read and expected. Null where none is expected.</summary>
    public SequenceBitmap? SeenTwice { get; } = extent.Repeats is { AreKept: true } ? new(extent.Records) : null;

    /// <summary>Rows that were expected beside the first of their record.</summary>
    public long RepeatedRows { get; set; }

    /// <summary>How many records must be stored.</summary>
    public long Expected => Present?.CountMarked() ?? extent.Records - Unacknowledged.Sum(r => r.Count);

    /// <summary>Rows read with an acknowledged sequence number, including duplicates.</summary>
    public long Rows { get; set; }

    public long Duplicates { get; set; }

    /// <summary>Rows read of batches that were never acknowledged. The audit allows them and does not count them.</summary>
    public long UnacknowledgedRows { get; set; }

    public ulong Checksum { get; set; }

    /// <summary>True if an acknowledged record must be stored because the mix did not delete it.</summary>
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
