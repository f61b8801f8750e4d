namespace DbIngest.Targets.Null;

/// <summary>Consecutive records of one source that were received, and the sum of their hashes modulo 2^64.</summary>
internal readonly record struct BookedRange(long First, long Count, ulong Checksum)
{
    public long End => First + Count;
}
