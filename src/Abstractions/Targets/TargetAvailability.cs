namespace DbIngest.Abstractions.Targets;

/// <summary>Tells whether a database can be used now. The verb <c>targets</c> prints it.</summary>
/// <param name="IsAvailable">True if a run could use it.</param>
/// <param name="Detail">The version and place that were found, or what is missing and how to get it.</param>
public sealed record TargetAvailability(bool IsAvailable, string Detail);
