namespace DbIngest.Core.Operations;

/// <summary>How far a lane came.</summary>
/// <param name="Source">Its source.</param>
/// <param name="Lane">The lane within the source, from 0.</param>
/// <param name="Operations">Operations begun.</param>
/// <param name="IsLastInDoubt">Whether the last of them was given up, so that it may have been done or not.</param>
public sealed record LaneProgress(int Source, int Lane, long Operations, bool IsLastInDoubt);
