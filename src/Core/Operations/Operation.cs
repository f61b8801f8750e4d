namespace DbIngest.Core.Operations;

/// <summary>One operation of a lane.</summary>
/// <param name="Kind">What.</param>
/// <param name="Sequence">The record, or the first of them.</param>
/// <param name="Count">How many records: of a batch, or asked for by a scan; else 1.</param>
/// <param name="Version">Of an update: what the record becomes.</param>
public readonly record struct Operation(OperationKind Kind, long Sequence, int Count, int Version);
