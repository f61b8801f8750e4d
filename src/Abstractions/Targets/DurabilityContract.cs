namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A durability level: what an acknowledgement promises. A <see cref="TargetDefinition"/> lists the levels of its database, the
/// user chooses by <c>--durability</c>, and a target is opened with exactly one of them. A target must enforce the level, not
/// only report it.
/// </summary>
/// <param name="Name">The name on the command line, for example <c>quorum</c>.</param>
/// <param name="Meaning">One sentence: which failures an acknowledged batch survives.</param>
/// <param name="Survives">The same promise as a class, which makes levels of different databases comparable.</param>
public sealed record DurabilityContract(string Name, string Meaning, Survival Survives)
{
    /// <summary>True for the level that applies without <c>--durability</c>.</summary>
    public bool IsDefault { get; init; }
}
