namespace DbIngest.Targets;

/// <summary>
/// Vendors' drivers that not every package source carries. They are in a build only where the MSBuild property
/// <c>OfficialDrivers</c> is <c>true</c>.
/// </summary>
public static class OfficialDrivers
{
    /// <summary>The client's name.</summary>
    public const string Client = "driver";

    /// <summary>What a database that has such a driver says when the build does not.</summary>
    public static IReadOnlyDictionary<string, string> NotBuiltIn { get; } = new Dictionary<string, string>
    {
        [Client] = "this build lacks the vendor's driver; build it in with: dotnet run --project Runner -p:OfficialDrivers=true -- (the same options)",
    };
}
