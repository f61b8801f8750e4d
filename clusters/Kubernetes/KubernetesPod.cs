using System.Text.Json;

namespace DbIngest.Clusters.Kubernetes;

/// <summary>What Kubernetes says of a pod.</summary>
/// <param name="Phase">Its phase: Pending, Running and so on.</param>
/// <param name="IsReady">Whether its readiness probe succeeds.</param>
/// <param name="Image">The image of the server's container; null when it is not said.</param>
/// <param name="Waiting">Why it does not run yet, or was not ready; null when that is not said.</param>
/// <param name="IsHopeless">Whether waiting is in vain: its image cannot be fetched, or its server ends again and again.</param>
internal sealed record KubernetesPod(string Phase, bool IsReady, string? Image, string? Waiting, bool IsHopeless)
{
    private static readonly string[] Hopeless = ["CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull", "InvalidImageName", "CreateContainerConfigError", "CreateContainerError"];

    /// <summary>Reads what <c>kubectl get pod -o json</c> printed.</summary>
    /// <param name="json">The text.</param>
    /// <param name="container">The container of the server.</param>
    public static KubernetesPod Parse(string json, string container)
    {
        using var document = JsonDocument.Parse(json);
        var status = document.RootElement.GetProperty("status");
        var server = Items(status, "containerStatuses").Find(item => Text(item, "name") == container);
        var conditions = Items(status, "conditions");
        string? reason = Reason(server);
        string? scheduled = conditions.Where(item => Text(item, "type") == "PodScheduled" && Text(item, "status") == "False").Select(item => Text(item, "message")).FirstOrDefault();
        return new KubernetesPod(
            Text(status, "phase") ?? "Unknown",
            conditions.Exists(item => Text(item, "type") == "Ready" && Text(item, "status") == "True"),
            Text(server, "image"),
            scheduled ?? reason,
            Hopeless.Any(word => reason?.StartsWith(word, StringComparison.Ordinal) == true));
    }

    /// <summary>The tag of its image, which is the server's version as far as Kubernetes knows it; null where it has none.</summary>
    public string? Tag => Image?.LastIndexOf(':') is > 0 and int at && !Image.Contains('@', StringComparison.Ordinal) ? Image[(at + 1)..] : null;

    private static string? Reason(JsonElement server) =>
        server.ValueKind == JsonValueKind.Object && server.TryGetProperty("state", out var state) && state.TryGetProperty("waiting", out var waiting)
            ? $"{Text(waiting, "reason")}: {Text(waiting, "message")}".TrimEnd(' ', ':')
            : null;

    private static List<JsonElement> Items(JsonElement of, string name) => of.TryGetProperty(name, out var items) && items.ValueKind == JsonValueKind.Array ? [.. items.EnumerateArray()] : [];

    private static string? Text(JsonElement of, string name) => of.ValueKind == JsonValueKind.Object && of.TryGetProperty(name, out var text) ? text.GetString() : null;
}
