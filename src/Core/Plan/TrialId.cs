namespace DbIngest.Core.Plan;

/// <summary>The identity of a trial within a sweep.</summary>
/// <param name="PointKey">The key of the point.</param>
/// <param name="Trial">Number of the trial within the point, from 1.</param>
public readonly record struct TrialId(string PointKey, int Trial);
