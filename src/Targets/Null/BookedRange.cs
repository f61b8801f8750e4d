namespace DbIngest.Targets.Null;

/// <summary>
/// Consecutive records of one source that were received, with the sum of their hashes modulo 2^64. <see cref="NullWriter"/> makes
/// one per batch, <see cref="SourceBook"/> joins adjoining ranges, and <see cref="NullSource"/> makes ranges of the records of a
/// mix. <see cref="BookFolder"/> writes them to files, which every source process of a trial must read alike. Immutable.
/// </summary>
/// <param name="First">Sequence number of the first record.</param>
/// <param name="Count">Number of records.</param>
/// <param name="Checksum">Sum of the records' hashes, modulo 2^64.</param>
internal readonly record struct BookedRange(long First, long Count, ulong Checksum)
{
    /// <summary>Sequence number after the last record.</summary>
    public long End => First + Count;
}
