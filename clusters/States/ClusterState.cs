using System.Text.Json.Serialization;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.States;

/// <summary>What <c>up</c> has made, or is about to make: written before each of it, so that nothing is left that nobody can find.</summary>
public sealed record ClusterState
{
    /// <summary>The version of the file's schema.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The deployment's own mark, which its folders carry: 16 hexadecimal digits.</summary>
    public required string Id { get; init; }

    /// <summary>When it was first brought up.</summary>
    public required DateTimeOffset MadeUtc { get; init; }

    /// <summary>Where the vendor's programs were found; null where that was not asked. Later commands need not find them again.</summary>
    public string? Home { get; init; }

    /// <summary>The nodes of which something was made, or begun, by their names; null where any may be, as an earlier version wrote it.</summary>
    public IReadOnlyList<string>? Begun { get; init; }

    /// <summary>Whether its servers carry its mark, by which a run knows them.</summary>
    public bool IsMarked { get; init; }

    /// <summary>The mark that its servers carry.</summary>
    [JsonIgnore]
    public string Mark => $"dbingest_deployment_{Id}";

    /// <summary>The deployment, whole, as its file said when it was last brought up.</summary>
    public required Deployment Deployment { get; init; }
}

/// <summary>How states and reports are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n", UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(ClusterState))]
[JsonSerializable(typeof(Deployment))]
internal sealed partial class ClusterJson : JsonSerializerContext;
