namespace DbIngest.Abstractions.Audit;

/// <summary>
/// A range of consecutive sequence numbers of one source, for example of a batch that was never acknowledged. A source's outcome
/// lists these batches by it, and the audit does not demand their rows.
/// </summary>
/// <param name="First">The first sequence number.</param>
/// <param name="Count">Numbers in the range.</param>
public readonly record struct SequenceRange(long First, long Count)
{
    /// <summary>True if a sequence number lies in the range.</summary>
    public bool Contains(long sequence) => sequence >= First && sequence - First < Count;
}
