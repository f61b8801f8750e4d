namespace DbIngest.Abstractions.Targets;

/// <summary>Endpoint and password of one database of a composed target.</summary>
/// <param name="Endpoint">The user's endpoint, which may contain a secret. Null for the default place.</param>
/// <param name="Password">The password, or null if the user gave none.</param>
public sealed record TargetAccess(string? Endpoint, Secret? Password);
