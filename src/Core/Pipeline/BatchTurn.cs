namespace DbIngest.Core.Pipeline;

/// <summary>A lane's next batch. <see cref="SourceCursor"/> hands it out.</summary>
/// <param name="First">Sequence number of its first record.</param>
/// <param name="Count">Records in the batch.</param>
/// <param name="Due">Intended start in ticks after the common start. 0 in a closed loop, which has none.</param>
internal readonly record struct BatchTurn(long First, int Count, long Due);
