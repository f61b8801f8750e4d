using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// Vendors' drivers that not every package source carries. They are in a build only where the MSBuild property
/// <c>OfficialDrivers</c> is <c>true</c>.
/// </summary>
public static class OfficialDrivers
{
    /// <summary>The package of a driver that <c>OfficialDrivers</c> puts into a build.</summary>
    /// <param name="name">The package.</param>
    /// <param name="versionProperty">The property that names its version.</param>
    public static DriverPackage Package(string name, string versionProperty) =>
        new(name, versionProperty) { BuildProperty = "OfficialDrivers" };

    /// <summary>The driver's client, which a build may lack.</summary>
    /// <param name="package">Its package.</param>
    /// <param name="isBuiltIn">Whether this build has it.</param>
    public static WriteClient Client(DriverPackage package, bool isBuiltIn) => new(WriteClient.Driver)
    {
        Package = package,
        Remedy = isBuiltIn
            ? null
            : $"this build lacks the vendor's driver ({package.Name}); build it in with: "
                + $"dotnet run --project Runner -p:{package.BuildProperty}=true -- (the same options)",
    };
}

/// <summary>Connects a vendor's driver to the database that a target is connected to.</summary>
/// <param name="endpoint">Where that is: the target's <see cref="ITarget.AttachEndpoint"/>.</param>
/// <param name="contract">The contract that each acknowledgement is to keep.</param>
/// <param name="options">How the target was opened: password and time-outs.</param>
/// <returns>The write path; the target disposes it.</returns>
/// <exception cref="TargetException">The driver cannot connect.</exception>
/// <exception cref="ArgumentException">The endpoint asks for what the driver does not have.</exception>
public delegate IWritePath OpenDriver(string endpoint, DurabilityContract contract, TargetOptions options);
