using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Creates the context through which a deployment reaches this program's databases, environment variables and launchers for
/// hosts. <see cref="DeployedDatabaseReader"/> and <c>ClusterVerb</c> call it once per deployment file. It reads no file and
/// contacts no host, so a wrong <c>launcher</c> in the file is refused only when a host is first needed.
/// </summary>
internal static class ClusterContexts
{
    /// <summary>Creates the context of a deployment file, without reading the file.</summary>
    /// <param name="file">Path of the deployment file.</param>
    /// <param name="catalogue">The databases of this build and of plug-ins.</param>
    /// <param name="environment">Returns the value of an environment variable, or null.</param>
    /// <param name="say">Receives one line per slow step.</param>
    public static ClusterContext Of(string file, IReadOnlyList<TargetDefinition> catalogue,
        Func<string, string?> environment, Action<string> say) =>
        new(file, name => TargetCatalog.Find(name, catalogue), environment, Starter, say);

    /// <exception cref="UsageException">No launcher can be read from the text.</exception>
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
