using System.Text.Json.Serialization;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.States;

/// <summary>
/// The content of the state file: what <c>cluster up</c> has made or is about to make. <see cref="Cluster"/> writes it before
/// each node is created, so that <c>cluster down</c> finds everything after a kill. It names the environment variable of the
/// password, and never holds the password. The properties are the keys of the file: do not rename them. Immutable.
/// </summary>
public sealed record ClusterState
{
    /// <summary>Version of the file format.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>Random id of the deployment, which its folders hold: 16 hexadecimal digits.</summary>
    public required string Id { get; init; }

    /// <summary>When <c>cluster up</c> first brought the deployment up.</summary>
    public required DateTimeOffset MadeUtc { get; init; }

    /// <summary>
    /// The folder of the vendor's programs; null when the provider needs none. Later commands do not search for it again.
    /// </summary>
    public string? Home { get; init; }

    /// <summary>
    /// Names of the nodes of which something was created; null when an earlier version wrote the file, so that all nodes count.
    /// </summary>
    public IReadOnlyList<string>? Begun { get; init; }

    /// <summary>True when the deployment's servers carry <see cref="Mark"/>, so that runs can recognise them.</summary>
    public bool IsMarked { get; init; }

    /// <summary>
    /// True when containers, volumes and Kubernetes resources carry <see cref="Id"/> as a label; false when an earlier version
    /// wrote the file.
    /// </summary>
    public bool IsLabelled { get; init; }

    /// <summary>The name by which its servers are recognised.</summary>
    [JsonIgnore]
    public string Mark => $"dbingest_deployment_{Id}";

    /// <summary>The deployment as the file described it when it was last brought up.</summary>
    public required Deployment Deployment { get; init; }
}

/// <summary>
/// The JSON format of state files, for <see cref="StateFile"/> and <see cref="DeploymentDifferences"/>. Unknown members are
/// errors: a later version wrote them.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n",
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(ClusterState))]
[JsonSerializable(typeof(Deployment))]
internal sealed partial class ClusterJson : JsonSerializerContext;
