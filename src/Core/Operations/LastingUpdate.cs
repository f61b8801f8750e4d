namespace DbIngest.Core.Operations;

/// <summary>
/// An update of a record by the lane that owns it, which was repeated after an attempt in doubt. That attempt may still be on its
/// way (<see cref="Abstractions.Targets.IRecordReads.RestoreFences"/>) and so replace a later update for good.
/// <see cref="Pipeline.OwnKeysWork"/> reports it, and <see cref="Trials.MixAudit"/> allows its content.
/// </summary>
/// <param name="Source">The source of the record, from 0.</param>
/// <param name="Sequence">Sequence number of the record within its source.</param>
/// <param name="Version">The version that the update gave the record.</param>
public sealed record LastingUpdate(int Source, long Sequence, int Version);
