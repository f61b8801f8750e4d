namespace DbIngest.Core.Operations;

/// <summary>
/// Progress of one lane of a mix. <see cref="Pipeline.OwnKeysWork"/> and <see cref="Pipeline.SharedKeysWork"/> report it when
/// their lane has ended, <c>VerifyVerb</c> makes it from a kept trial, and <see cref="Trials.MixAudit"/> replays as many
/// operations of the lane. The number must be exact, or the audit expects other records than were written.
/// </summary>
/// <param name="Source">The source, from 0.</param>
/// <param name="Lane">The lane within the source, from 0.</param>
/// <param name="Operations">Operations started, including the last one if it was given up.</param>
/// <param name="IsLastInDoubt">True if the last operation was given up, so that it may or may not have taken effect.</param>
public sealed record LaneProgress(int Source, int Lane, long Operations, bool IsLastInDoubt);
