namespace DbIngest.Core.Audit;

/// <summary>What a source was to write.</summary>
/// <param name="Records">How many records, sequence numbers from 0.</param>
/// <param name="Unacknowledged">Those of them that were never acknowledged, and so may be there or not.</param>
public sealed record SourceExtent(long Records, IReadOnlyList<SequenceRange> Unacknowledged);
