namespace DbIngest.Core.Plan;

/// <summary>A trial's identity within a sweep.</summary>
/// <param name="PointKey">The point's key.</param>
/// <param name="Trial">The trial's number within the point, from 1.</param>
public readonly record struct TrialId(string PointKey, int Trial);
