namespace DbIngest.Core.Operations;

/// <summary>One operation of a lane.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Sequence">Sequence number of its record, or of the first one.</param>
/// <param name="Count">Records of a batch or a scan, else 1.</param>
/// <param name="Version">The new version in an update.</param>
public readonly record struct Operation(OperationKind Kind, long Sequence, int Count, int Version);
