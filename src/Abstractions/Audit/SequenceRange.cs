namespace DbIngest.Abstractions.Audit;

/// <summary>
/// A range of consecutive sequence numbers of one source. <c>SourceCursor</c> books by it the batches that were never
/// acknowledged, whose rows the audit does not demand, and <c>LaneRepeats</c> those whose second sending is in doubt. The
/// outcome of a source carries both lists to the audit. Immutable.
/// </summary>
/// <param name="First">The first sequence number.</param>
/// <param name="Count">Numbers in the range.</param>
public readonly record struct SequenceRange(long First, long Count)
{
    /// <summary>True if a sequence number lies in the range.</summary>
    public bool Contains(long sequence) => sequence >= First && sequence - First < Count;
}
