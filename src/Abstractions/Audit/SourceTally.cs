namespace DbIngest.Abstractions.Audit;

/// <summary>What a database holds of one source, as far as the audit has read it.</summary>
internal sealed class SourceTally(SourceExtent extent)
{
    public SourceExtent Extent => extent;

    public SequenceBitmap Seen { get; } = new(extent.Records);

    public IReadOnlyList<SequenceRange> Unacknowledged => extent.Unacknowledged;

    /// <summary>Those that must be there; null when all must be.</summary>
    public SequenceBitmap? Present => extent.Present;

    /// <summary>How many must be there.</summary>
    public long Expected => Present?.CountMarked() ?? extent.Records - Unacknowledged.Sum(r => r.Count);

    /// <summary>Rows with an acknowledged sequence number, repeated ones included.</summary>
    public long Rows { get; set; }

    public long Duplicates { get; set; }

    /// <summary>Rows of batches that were never acknowledged: allowed to be there, never counted.</summary>
    public long UnacknowledgedRows { get; set; }

    public ulong Checksum { get; set; }

    /// <summary>Whether a record that was acknowledged must be there: it was not deleted, nor left out.</summary>
    public bool MustBeThere(long sequence) => Present?.IsMarked(sequence) != false;

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
