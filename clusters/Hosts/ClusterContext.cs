using DbIngest.Abstractions.Targets;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Carries what every command on a deployment needs: the file and the services of the caller. <c>ClusterContexts</c> of the
/// command line creates one per deployment file and command, and passes it to <see cref="Cluster"/>, which hands it to providers
/// and shells. Tests supply other functions. Immutable.
/// </summary>
/// <param name="File">The path of the deployment file.</param>
/// <param name="Find">Finds a database's definition by name.</param>
/// <param name="Environment">Reads an environment variable; null when it is not set.</param>
/// <param name="Starter">Makes a starter of commands on hosts from the file's <c>launcher</c>; null stands for ssh.</param>
/// <param name="Say">Receives one sentence per step that takes time, for the user.</param>
public sealed record ClusterContext(
    string File, Func<string, TargetDefinition> Find, Func<string, string?> Environment, Func<string?, HostStarter> Starter,
        Action<string> Say)
{
    /// <summary>Timeout of a quick command on another machine.</summary>
    public TimeSpan HostTimeout { get; init; } = TimeSpan.FromMinutes(2);
}
