using DbIngest.Abstractions.Targets;
using DbIngest.Clusters;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.States;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the deployments that a command measures from the files of <c>--cluster</c>. <see cref="SweepRequestReader"/>,
/// <see cref="ServeRequestReader"/> and the verb <c>targets</c> call it. It reads files and environment variables, contacts no
/// node, and reports problems to the reader.
/// </summary>
internal sealed class DeployedDatabaseReader(IReadOnlyList<TargetDefinition> catalogue, OptionReader reader,
    Func<string, string?> environment)
{
    /// <summary>Reads the deployments.</summary>
    /// <returns>The deployments in the order given, without refused ones. Empty without the option.</returns>
    public IReadOnlyList<DeployedDatabase> Read(DatabaseOptions options)
    {
        var found = new List<DeployedDatabase>();
        foreach (string file in Files(options.Clusters ?? string.Empty))
        {
            if (Read(file) is not { } deployed)
            {
                continue;
            }

            if (found.Find(other => other.Name == deployed.Name) is { } twice)
            {
                reader.Refuse("--cluster",
                    $"{twice.File} and {file} are both called {deployed.Name}; give one of them another name");
            }

            found.Add(deployed);
        }

        return found;
    }

    /// <summary>
    /// Splits a list of files at commas. A path may contain a comma: a part that names no file takes in the parts behind it, as
    /// few as needed to name an existing file.
    /// </summary>
    /// <param name="list">The value of <c>--cluster</c>.</param>
    /// <param name="folder">The folder from which relative paths lead. Empty for the current one.</param>
    public static IEnumerable<string> Files(string list, string folder = "")
    {
        string[] parts = list.Split(',');
        for (int i = 0; i < parts.Length; i++)
        {
            int last = Enumerable.Range(i, parts.Length - i)
                .FirstOrDefault(end => File.Exists(Path.Combine(folder, string.Join(',', parts[i..(end + 1)]).Trim())), i);
            string file = string.Join(',', parts[i..(last + 1)]).Trim();
            i = last;
            if (file.Length > 0)
            {
                yield return file;
            }
        }
    }

    private DeployedDatabase? Read(string file)
    {
        try
        {
            var cluster = new Cluster(ClusterContexts.Of(file, catalogue, environment, static _ => { }));
            return new(cluster.Deployment.Name, file, cluster.Deployment.Database, cluster.Endpoint, cluster.Password,
                DeploymentDifferences.Stored(cluster.Deployment))
            { Cluster = cluster };
        }
        catch (DeploymentException exception)
        {
            foreach (string message in exception.Messages)
            {
                reader.Refuse("--cluster", message.TrimEnd('.'));
            }

            return null;
        }
    }
}
