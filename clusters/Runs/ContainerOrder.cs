using DbIngest.Abstractions.Targets;

namespace DbIngest.Clusters.Runs;

/// <summary>A container that a run wants for itself.</summary>
/// <param name="Database">The database; a target of it says when the server answers.</param>
/// <param name="Image">The image: one that is here, or that the engine can fetch.</param>
public sealed record ContainerOrder(TargetDefinition Database, string Image)
{
    /// <summary>The password that the server is to ask for; null where it asks for none.</summary>
    public Secret? Password { get; init; }

    /// <summary>What the container may take at most; null for no limit.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>Connections that clients may hold at once; null where that is not known.</summary>
    public int? Connections { get; init; }

    /// <summary>Is told, in a sentence for a person, of what takes its time.</summary>
    public Action<string> Say { get; init; } = static _ => { };
}
