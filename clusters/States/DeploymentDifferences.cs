using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.States;

/// <summary>In what two deployments differ, in the words of their files.</summary>
public static class DeploymentDifferences
{
    /// <summary>Keys of which a node keeps what it was made with: another value is another deployment.</summary>
    private static readonly string[] Lasting = ["name", "database", "provider", "nodes", "port", "user", "password_variable", "tls", "install", "namespace", "context", "storage", "storage_class", "operator"];

    /// <summary>Compares.</summary>
    /// <param name="before">The one that was brought up.</param>
    /// <param name="now">The one of the file.</param>
    /// <returns>One text a difference.</returns>
    public static IReadOnlyList<string> Between(Deployment before, Deployment now) => [.. Keys(before, now).Select(difference => $"{difference.Key} is {difference.Now}, and was {difference.Before}")];

    /// <summary>Whether what differs can be changed while the nodes are stopped, with the data that they have.</summary>
    /// <param name="before">The one that was brought up.</param>
    /// <param name="now">The one of the file.</param>
    internal static bool CanChange(Deployment before, Deployment now) => !Keys(before, now).Any(difference => Lasting.Contains(difference.Key, StringComparer.Ordinal));

    /// <summary>A deployment as it is stored: every key that has a value.</summary>
    /// <param name="deployment">The deployment.</param>
    public static JsonElement Stored(Deployment deployment) => JsonSerializer.SerializeToElement(deployment, ClusterJson.Default.Deployment);

    private static IEnumerable<(string Key, string Before, string Now)> Keys(Deployment before, Deployment now)
    {
        var was = (JsonObject)JsonSerializer.SerializeToNode(before, ClusterJson.Default.Deployment)!;
        var isNow = (JsonObject)JsonSerializer.SerializeToNode(now, ClusterJson.Default.Deployment)!;
        return was.Where(pair => !JsonNode.DeepEquals(pair.Value, isNow[pair.Key])).Select(pair => (pair.Key, Text(pair.Value), Text(isNow[pair.Key])));
    }

    private static string Text(JsonNode? value) => value is null ? "none" : value.ToJsonString(new JsonSerializerOptions { WriteIndented = false });
}
