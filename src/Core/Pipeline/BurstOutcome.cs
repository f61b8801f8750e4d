namespace DbIngest.Core.Pipeline;

/// <summary>What a burst reached.</summary>
/// <param name="RecordsPerS">Records over the time from starts to last acknowledgements.</param>
/// <param name="Batches">Batches acknowledged.</param>
/// <param name="CompiledMethodsInAll">Methods that the processes of the sources had compiled when it ended, since they began.</param>
internal readonly record struct BurstOutcome(double RecordsPerS, long Batches, long CompiledMethodsInAll);
