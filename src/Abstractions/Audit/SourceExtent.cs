namespace DbIngest.Abstractions.Audit;

/// <summary>What a source was to write.</summary>
/// <param name="Records">How many records, sequence numbers from 0.</param>
/// <param name="Unacknowledged">Those of them that were never acknowledged, and so may be there or not.</param>
/// <param name="Present">
/// Those that must be there, where others were left out or deleted; null when all must be. Those that are unacknowledged are not
/// among them.
/// </param>
public sealed record SourceExtent(long Records, IReadOnlyList<SequenceRange> Unacknowledged, SequenceBitmap? Present = null);
