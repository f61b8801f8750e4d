using DbIngest.Abstractions.Targets;

namespace DbIngest.Clusters.Hosts;

/// <summary>What every command on a deployment works with.</summary>
/// <param name="File">The deployment's file.</param>
/// <param name="Find">Finds a database by its name.</param>
/// <param name="Environment">Gives an environment variable's value; null where it is not set.</param>
/// <param name="Starter">Gives what starts commands on hosts, for a launcher of the file or null for the default.</param>
/// <param name="Say">Is told, in a sentence for a person, of what takes its time.</param>
public sealed record ClusterContext(
    string File, Func<string, TargetDefinition> Find, Func<string, string?> Environment, Func<string?, HostStarter> Starter, Action<string> Say)
{
    /// <summary>How long another machine may take for a command that needs no time of its own.</summary>
    public TimeSpan HostPatience { get; init; } = TimeSpan.FromMinutes(2);
}
