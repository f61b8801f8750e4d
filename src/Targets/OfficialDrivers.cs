using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// Describes the vendors' drivers that not every package source offers. A build contains them only with the MSBuild property
/// <c>OfficialDrivers=true</c>. The definitions of Cassandra, Couchbase and Neo4j list their clients by it, so that a build
/// without a driver can say how to get it. The remedy for a missing driver names the MSBuild property, so a new name of the
/// property must change here too.
/// </summary>
public static class OfficialDrivers
{
    /// <summary>The package of a driver that needs <c>OfficialDrivers</c>.</summary>
    /// <param name="name">The package id.</param>
    /// <param name="versionProperty">The MSBuild property with its version.</param>
    public static DriverPackage Package(string name, string versionProperty) =>
        new(name, versionProperty) { BuildProperty = "OfficialDrivers" };

    /// <summary>The write path of a driver that a build may lack.</summary>
    /// <param name="package">The driver's package.</param>
    /// <param name="isBuiltIn">True if this build contains it.</param>
    public static WriteClient Client(DriverPackage package, bool isBuiltIn) => new(WriteClient.Driver)
    {
        Package = package,
        Remedy = isBuiltIn
            ? null
            : $"this build lacks the vendor's driver ({package.Name}); build it in with: "
                + $"dotnet run --project Runner -p:{package.BuildProperty}=true -- (the same options)",
    };
}
