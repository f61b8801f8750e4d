using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Connects deployments with this program: its databases, its environment variables and its launchers for hosts.
/// <see cref="DeployedDatabaseReader"/> and the verb <c>cluster</c> create their contexts here. A context reads no file and
/// contacts no host yet.
/// </summary>
internal static class Deployments
{
    /// <summary>Creates the context of a deployment file, without reading the file.</summary>
    /// <param name="file">Path of the deployment file.</param>
    /// <param name="catalogue">The databases of this build and of plug-ins.</param>
    /// <param name="environment">Returns the value of an environment variable, or null.</param>
    /// <param name="say">Receives one line per slow step.</param>
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
