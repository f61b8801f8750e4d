namespace DbIngest.Abstractions.Targets;

/// <summary>How one database of a composed target is reached.</summary>
/// <param name="Endpoint">The endpoint of the user, or null for the default place. May contain a secret.</param>
/// <param name="Password">The password; null when none was given.</param>
public sealed record TargetAccess(string? Endpoint, Secret? Password);
