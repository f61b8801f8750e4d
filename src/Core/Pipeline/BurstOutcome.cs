namespace DbIngest.Core.Pipeline;

/// <summary>The result of <see cref="IngestBurst.Run"/>, for warm-up and ceiling. No trial's figures contain it.</summary>
/// <param name="PerS">Records, or operations of a mix, divided by the time from each start to the last acknowledgement.</param>
/// <param name="Batches">Batches acknowledged.</param>
/// <param name="CompiledMethodsInAll">Methods that the source processes had compiled in total when the burst ended.</param>
internal readonly record struct BurstOutcome(double PerS, long Batches, long CompiledMethodsInAll);
