namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Endpoint and password of one part of a composed target. <c>DatabaseAccess</c> of the command line makes one per part, and
/// <c>ContainerPool</c> one with the place of a container that it started. Both pass them in <see cref="TargetOptions.Parts"/>.
/// The endpoint may contain a secret, so it must not be printed.
/// </summary>
/// <param name="Endpoint">The user's endpoint, which may contain a secret. Null for the default place.</param>
/// <param name="Password">The password, or null if the user gave none.</param>
public sealed record TargetAccess(string? Endpoint, Secret? Password);
