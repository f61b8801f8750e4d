namespace DbIngest.Abstractions.Targets;

/// <summary>Whether a database can be used now.</summary>
/// <param name="IsAvailable">Whether it can.</param>
/// <param name="Detail">What was found (version, place), or what is missing and how to get it.</param>
public sealed record TargetAvailability(bool IsAvailable, string Detail);
