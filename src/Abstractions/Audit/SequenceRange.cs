namespace DbIngest.Abstractions.Audit;

/// <summary>Consecutive sequence numbers of one source.</summary>
/// <param name="First">The first one.</param>
/// <param name="Count">How many.</param>
public readonly record struct SequenceRange(long First, long Count)
{
    /// <summary>Whether a sequence number lies in the range.</summary>
    /// <param name="sequence">The sequence number.</param>
    /// <returns>True when it does.</returns>
    public bool Contains(long sequence) => sequence >= First && sequence - First < Count;
}
