using System.Reflection;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>The MSBuild properties by which a build gets the clients that a target writes by.</summary>
internal static class BuildProperties
{
    /// <summary>Those of a database, and of each part of a composed one.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="client">The name of the client; a part without it writes by its default.</param>
    /// <returns>Values by property; empty where every build has the clients.</returns>
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

    /// <summary>The version that this program was built with; null where a plug-in does not say.</summary>
    private static string? Version(TargetDefinition definition, DriverPackage package) =>
        definition.GetType().Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(fact => fact.Key == package.VersionProperty)?.Value;
}
