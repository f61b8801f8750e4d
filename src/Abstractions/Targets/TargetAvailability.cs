namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Tells whether a database can be used now. <see cref="TargetDefinition.Probe"/> returns it. The verb <c>targets</c> prints it,
/// and the start of a container or deployment waits by it until the server answers. The detail must contain no secret.
/// </summary>
/// <param name="IsAvailable">True if a run could use it.</param>
/// <param name="Detail">The version and place that were found, or the missing part and how to get it.</param>
public sealed record TargetAvailability(bool IsAvailable, string Detail);
