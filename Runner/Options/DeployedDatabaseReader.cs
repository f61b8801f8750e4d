using DbIngest.Abstractions.Targets;
using DbIngest.Clusters;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.States;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>Reads the deployments that a command measures, from the files that <c>--cluster</c> names.</summary>
internal sealed class DeployedDatabaseReader(IReadOnlyList<TargetDefinition> catalogue, OptionReader reader,
    Func<string, string?> environment)
{
    /// <summary>Reads them.</summary>
    /// <param name="options">The options.</param>
    /// <returns>The deployments in the order given; without those that were refused.</returns>
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

    /// <summary>Files between commas. A comma may be in a path: where a file of that name is there, it is meant.</summary>
    private static IEnumerable<string> Files(string list)
    {
        string[] parts = list.Split(',');
        for (int i = 0; i < parts.Length; i++)
        {
            int last = Enumerable.Range(i, parts.Length - i)
                .FirstOrDefault(end => File.Exists(string.Join(',', parts[i..(end + 1)]).Trim()), i);
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
            var cluster = new Cluster(Deployments.Context(file, catalogue, environment, static _ => { }));
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
