namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// One operation of a lane in a mix with shared keys. <see cref="SharedStream"/> draws it, for
/// <see cref="Pipeline.SharedKeysWork"/> in each turn and again for the audit. It has no version, since other lanes change the
/// record too.
/// </summary>
/// <param name="Kind">The kind.</param>
/// <param name="Source">The source of its records. For an insertion the lane's own.</param>
/// <param name="Sequence">Sequence number of its record, or of the first one.</param>
/// <param name="Count">Records of a batch or a scan, else 1.</param>
public readonly record struct SharedOperation(OperationKind Kind, int Source, long Sequence, int Count);
