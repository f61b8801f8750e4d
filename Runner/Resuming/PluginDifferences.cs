using DbIngest.Core.Results;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Lists differences between the plug-ins of a stored sweep and those loaded now, also a plug-in that only one side has.
/// <see cref="Resumption"/> refuses any for <c>--resume</c>, since another build of a plug-in may measure other figures.
/// </summary>
internal static class PluginDifferences
{
    /// <summary>Compares plug-ins of the same name by version and the first 16 digits of the hash.</summary>
    /// <param name="stored">The plug-ins in the manifest.</param>
    /// <param name="now">The loaded plug-ins.</param>
    /// <returns>One text per difference.</returns>
    public static IEnumerable<string> Between(IReadOnlyList<PluginInfo> stored, IReadOnlyList<PluginInfo> now) =>
        stored.Concat(now)
        .Select(plugin => plugin.Name).Distinct(StringComparer.Ordinal)
        .Select(name => (Name: name, Was: Text(stored, name), Is: Text(now, name)))
        .Where(plugin => plugin.Was != plugin.Is)
        .Select(plugin => $"the plug-in {plugin.Name} is {plugin.Is}, and was {plugin.Was}");

    private static string Text(IReadOnlyList<PluginInfo> plugins, string name) =>
        plugins.FirstOrDefault(plugin => plugin.Name == name) is { } found ? $"{found.Version} with SHA-256 {found.Sha256[..16]}"
            : "not there";
}
