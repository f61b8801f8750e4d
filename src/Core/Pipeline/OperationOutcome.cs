using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>The operations of one kind within a <see cref="MixOutcome"/>.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Records">Records inserted, returned, changed or deleted.</param>
/// <param name="Errors">Failed attempts, whether the operation was repeated or given up.</param>
/// <param name="Latency">Service times, one per completed operation.</param>
public sealed record OperationOutcome(OperationKind Kind, long Records, long Errors, LatencyHistogram Latency);
