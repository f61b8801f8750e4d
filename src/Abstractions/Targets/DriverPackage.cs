namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Names the NuGet package of a vendor's driver and the MSBuild properties that select it. A <see cref="WriteClient"/> carries
/// it, and <c>BuildProperties</c> records the properties in the manifest of a run, so that a reader of its report can build the
/// same client. Immutable.
/// </summary>
/// <param name="Name">The package id, for example <c>MySqlConnector</c>.</param>
/// <param name="VersionProperty">
/// The MSBuild property with the package version. The assembly of the definition carries its value as metadata of the same name.
/// </param>
public sealed record DriverPackage(string Name, string VersionProperty)
{
    /// <summary>The MSBuild property that must be <c>true</c> to include the driver. Null if every build includes it.</summary>
    public string? BuildProperty { get; init; }
}
