using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>The operations of one kind.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Records">Records that they inserted, answered, changed or deleted.</param>
/// <param name="Errors">Attempts that failed: of operations that were then repeated, or given up.</param>
/// <param name="Latency">Their service times, one a completed operation.</param>
public sealed record OperationOutcome(OperationKind Kind, long Records, long Errors, LatencyHistogram Latency);
