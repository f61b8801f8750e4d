using System.Reflection;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Finds the MSBuild properties with which a build includes the drivers of a target. <see cref="OpenTargets"/> stores them in
/// the description of each target, and <c>RerunCommands</c> of the report prints them in the commands that repeat a run. It
/// loads no driver.
/// </summary>
internal static class BuildProperties
{
    /// <summary>Finds the properties for a database, or for all parts of a composition.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="client">Name of the client. A part that lacks this client uses its default.</param>
    /// <returns>
    /// Values by property, without drivers whose version a plug-in does not state. Empty if every build includes the drivers.
    /// </returns>
    public static IReadOnlyDictionary<string, string> Of(TargetDefinition definition, string client)
    {
        var properties = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var part in definition.Parts)
        {
            var chosen = part.Clients.FirstOrDefault(one => one.IsBuiltIn && one.Name == client) ?? part.DefaultClient;
            if (chosen.Package is { } package && Version(part, package) is { } version)
            {
                properties[package.VersionProperty] = version;
                if (package.BuildProperty is { } needed)
                {
                    properties[needed] = "true";
                }
            }
        }

        return properties;
    }

    /// <summary>The package version of this build. Null if a plug-in does not state it.</summary>
    private static string? Version(TargetDefinition definition, DriverPackage package) =>
        definition.GetType().Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(fact => fact.Key == package.VersionProperty)?.Value;
}
