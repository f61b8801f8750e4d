namespace DbIngest.Core.Operations;

/// <summary>Everything that the operations of a trial are a function of.</summary>
/// <param name="Mix">Which operations.</param>
/// <param name="Seed">The seed of the sweep.</param>
/// <param name="Lanes">Lanes a source.</param>
/// <param name="Batch">Records an insertion.</param>
/// <param name="LoadedRecords">Records that each source loads before the trial.</param>
public sealed record OperationRequest(OperationMix Mix, ulong Seed, int Lanes, int Batch, long LoadedRecords);
