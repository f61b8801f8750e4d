using DbIngest.Abstractions.Targets;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Describes the container that a run wants to start for itself. <c>ContainerPool</c> of the command line creates it from
/// <c>--container</c> before the first target of a database opens, and passes it to <see cref="RunContainer.Start"/>.
/// Immutable.
/// </summary>
/// <param name="Database">The database, whose target probes whether the server is ready.</param>
/// <param name="Image">The image: present on this machine, or fetched by the engine.</param>
public sealed record ContainerOrder(TargetDefinition Database, string Image)
{
    /// <summary>The password that the server shall require; null for none.</summary>
    public Secret? Password { get; init; }

    /// <summary>CPU and memory limits of the container; null for none.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>Largest number of connections that clients will hold; null when unknown.</summary>
    public int? Connections { get; init; }

    /// <summary>Receives one sentence per step that takes time, for the user.</summary>
    public Action<string> Say { get; init; } = static _ => { };
}
