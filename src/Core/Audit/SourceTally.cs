namespace DbIngest.Core.Audit;

/// <summary>What a database holds of one source, as far as the audit has read it.</summary>
internal sealed class SourceTally(long records, IReadOnlyList<SequenceRange> unacknowledged)
{
    public SequenceBitmap Seen { get; } = new(records);

    public IReadOnlyList<SequenceRange> Unacknowledged { get; } = unacknowledged;

    /// <summary>Rows with an acknowledged sequence number, repeated ones included.</summary>
    public long Rows { get; set; }

    public long Duplicates { get; set; }

    /// <summary>Rows of batches that were never acknowledged: allowed to be there, never counted.</summary>
    public long UnacknowledgedRows { get; set; }

    public ulong Checksum { get; set; }

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
