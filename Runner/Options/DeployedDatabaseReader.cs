using DbIngest.Clusters;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.States;
using DbIngest.Core.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>Reads the deployments that a command measures, from the files that <c>--cluster</c> names.</summary>
internal sealed class DeployedDatabaseReader(IReadOnlyList<TargetDefinition> catalogue, OptionReader reader, Func<string, string?> environment)
{
    /// <summary>Reads them.</summary>
    /// <param name="options">The options.</param>
    /// <returns>The deployments in the order given; without those that were refused.</returns>
    public IReadOnlyList<DeployedDatabase> Read(DatabaseOptions options)
    {
        var found = new List<DeployedDatabase>();
        foreach (string file in (options.Clusters ?? string.Empty).Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (Read(file) is not { } deployed)
            {
                continue;
            }

            if (found.Find(other => other.Name == deployed.Name) is { } twice)
            {
                reader.Refuse("--cluster", $"{twice.File} and {file} are both called {deployed.Name}; give one of them another name");
            }

            found.Add(deployed);
        }

        return found;
    }

    private DeployedDatabase? Read(string file)
    {
        try
        {
            var cluster = new Cluster(Deployments.Context(file, catalogue, environment, static _ => { }));
            return new(cluster.Deployment.Name, file, cluster.Deployment.Database, cluster.Endpoint, cluster.Password, DeploymentDifferences.Stored(cluster.Deployment)) { Cluster = cluster };
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
