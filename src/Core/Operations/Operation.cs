namespace DbIngest.Core.Operations;

/// <summary>
/// One operation of a lane that owns its records. <see cref="OperationStream"/> draws it, for <c>OwnKeysWork</c> in each turn and
/// again for the audit. No message or result contains it, so the audit must draw an equal one.
/// </summary>
/// <param name="Kind">The kind.</param>
/// <param name="Sequence">Sequence number of its record, or of the first one.</param>
/// <param name="Count">Records of a batch or a scan, else 1.</param>
/// <param name="Version">
/// The record's version after an update, increment or deletion (<see cref="LaneKeys.Deleted"/>). 0 for other kinds.
/// </param>
public readonly record struct Operation(OperationKind Kind, long Sequence, int Count, int Version);
