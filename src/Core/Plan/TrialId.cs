namespace DbIngest.Core.Plan;

/// <summary>
/// The identity of a trial within a sweep. <see cref="Sweeps.Schedule"/> and <c>TrialsLeft</c> find by it which trials of a sweep
/// the journal already contains, and <see cref="Sweeps.SearchTrials"/> counts tries by it, so equal trials must have equal ids in
/// every version.
/// </summary>
/// <param name="PointKey">The key of the point.</param>
/// <param name="Trial">Number of the trial within the point, from 1.</param>
public readonly record struct TrialId(string PointKey, int Trial);
