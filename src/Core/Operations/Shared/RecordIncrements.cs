namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// The increments of one record, by one lane or by all lanes. <see cref="LaneIncrements"/> lists them when its lane has ended,
/// <see cref="SharedLogCodec"/> carries them between processes, and <see cref="IncrementTotals"/> adds them up.
/// </summary>
/// <param name="Record">Index of the record.</param>
/// <param name="Acknowledged">Increments that were acknowledged.</param>
/// <param name="InDoubt">Attempts that may have taken effect besides.</param>
public readonly record struct RecordIncrements(long Record, long Acknowledged, long InDoubt);
