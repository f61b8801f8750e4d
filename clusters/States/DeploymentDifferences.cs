using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.States;

/// <summary>
/// Compares a running deployment with its file, key by key. <c>cluster up</c>, <c>cluster check</c> and runs report the
/// differences. <c>cluster up</c> refuses those that stopped nodes cannot take (<see cref="CanChange"/>).
/// <c>DeployedDatabaseReader</c> takes the deployment for manifests from <see cref="Stored"/>, which <c>--resume</c> compares.
/// Pure functions that contact no machine.
/// </summary>
public static class DeploymentDifferences
{
    /// <summary>Keys that a node keeps from its creation: with another value it is another deployment.</summary>
    private static readonly string[] Lasting = ["name", "database", "provider", "nodes", "port", "user", "password_variable",
        "tls", "install", "namespace", "context", "storage", "storage_class", "operator"];

    /// <summary>Lists the differences.</summary>
    /// <param name="before">The deployment that was brought up.</param>
    /// <param name="now">The deployment of the file.</param>
    /// <returns>One sentence per difference, without a full stop.</returns>
    public static IReadOnlyList<string> Between(Deployment before, Deployment now) =>
        [.. Keys(before, now).Select(difference => $"{difference.Key} is {difference.Now}, and was {difference.Before}")];

    /// <summary>True when stopped nodes can take the new values and keep their data.</summary>
    /// <param name="before">The deployment that was brought up.</param>
    /// <param name="now">The deployment of the file.</param>
    internal static bool CanChange(Deployment before, Deployment now) => !Keys(before, now)
        .Any(difference => Lasting.Contains(difference.Key, StringComparer.Ordinal));

    /// <summary>A deployment as JSON, as manifests of results store it.</summary>
    public static JsonElement Stored(Deployment deployment) =>
        JsonSerializer.SerializeToElement(deployment, ClusterJson.Default.Deployment);

    private static IEnumerable<(string Key, string Before, string Now)> Keys(Deployment before, Deployment now)
    {
        var was = (JsonObject)JsonSerializer.SerializeToNode(before, ClusterJson.Default.Deployment)!;
        var isNow = (JsonObject)JsonSerializer.SerializeToNode(now, ClusterJson.Default.Deployment)!;
        return was.Where(pair => !JsonNode.DeepEquals(pair.Value, isNow[pair.Key]))
            .Select(pair => (pair.Key, Text(pair.Value), Text(isNow[pair.Key])));
    }

    private static string Text(JsonNode? value) => value is null ? "none"
        : value.ToJsonString(new JsonSerializerOptions { WriteIndented = false });
}
