using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>How this program works on deployments: its databases, its environment, and what reaches hosts.</summary>
internal static class Deployments
{
    /// <summary>The context of a deployment file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="catalogue">The databases of this build.</param>
    /// <param name="environment">Gives an environment variable.</param>
    /// <param name="say">Is told of what takes its time.</param>
    public static ClusterContext Context(string file, IReadOnlyList<TargetDefinition> catalogue,
        Func<string, string?> environment, Action<string> say) =>
        new(file, name => TargetCatalog.Find(name, catalogue), environment, Starter, say);

    private static HostStarter Starter(string? launcher)
    {
        try
        {
            return Launcher.Parse(launcher ?? Launcher.Default).Start;
        }
        catch (FormatException exception)
        {
            throw new UsageException($"launcher: {exception.Message}.");
        }
    }
}
