using DbIngest.Core.Results;

namespace DbIngest.Runner.Resuming;

/// <summary>Names in what plug-ins differ from those that a sweep was begun with.</summary>
internal static class PluginDifferences
{
    /// <summary>Compares plug-ins.</summary>
    /// <param name="stored">Those of the manifest.</param>
    /// <param name="now">Those loaded now.</param>
    /// <returns>One text a difference; empty when they are the same files.</returns>
    public static IEnumerable<string> Between(IReadOnlyList<PluginInfo> stored, IReadOnlyList<PluginInfo> now) => stored.Concat(now)
        .Select(plugin => plugin.Name).Distinct(StringComparer.Ordinal)
        .Select(name => (Name: name, Was: Text(stored, name), Is: Text(now, name)))
        .Where(plugin => plugin.Was != plugin.Is)
        .Select(plugin => $"the plug-in {plugin.Name} is {plugin.Is}, and was {plugin.Was}");

    private static string Text(IReadOnlyList<PluginInfo> plugins, string name) =>
        plugins.FirstOrDefault(plugin => plugin.Name == name) is { } found ? $"{found.Version} with SHA-256 {found.Sha256[..16]}" : "not there";
}
