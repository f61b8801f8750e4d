namespace DbIngest.Core.Plan;

/// <summary>
/// The identity of a trial within a sweep. A resumed sweep finds by it which trials of its schedule the journal already contains,
/// so equal trials must have equal ids in every version.
/// </summary>
/// <param name="PointKey">The key of the point.</param>
/// <param name="Trial">Number of the trial within the point, from 1.</param>
public readonly record struct TrialId(string PointKey, int Trial);
