namespace DbIngest.Targets.Null;

/// <summary>
/// Consecutive records of one source that were received, with the sum of their hashes modulo 2^64. <see cref="NullWriter"/>
/// makes one per batch, and <see cref="SourceBook"/> joins adjoining ranges. Immutable.
/// </summary>
internal readonly record struct BookedRange(long First, long Count, ulong Checksum)
{
    public long End => First + Count;
}
