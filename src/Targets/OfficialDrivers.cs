using DbIngest.Core.Targets;

namespace DbIngest.Targets;

/// <summary>
/// Vendors' drivers that not every package source carries. They are in a build only where the MSBuild property
/// <c>OfficialDrivers</c> is <c>true</c>.
/// </summary>
public static class OfficialDrivers
{
    /// <summary>Such a driver in a build that lacks it.</summary>
    public static WriteClient NotBuiltIn { get; } = new(WriteClient.Driver)
    {
        Remedy = "this build lacks the vendor's driver; build it in with: dotnet run --project Runner -p:OfficialDrivers=true -- (the same options)",
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
