namespace DbIngest.Abstractions.Targets;

/// <summary>The package of a vendor's driver, and the MSBuild properties by which a build chooses it.</summary>
/// <param name="Name">The package, <c>MySqlConnector</c> for instance.</param>
/// <param name="VersionProperty">
/// The property that names its version; the assembly of the definition carries the value as metadata of this name.
/// </param>
public sealed record DriverPackage(string Name, string VersionProperty)
{
    /// <summary>The property that must be <c>true</c> for the driver to be in a build; null where every build has it.</summary>
    public string? BuildProperty { get; init; }
}
