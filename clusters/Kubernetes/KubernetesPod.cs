using System.Text.Json;

namespace DbIngest.Clusters.Kubernetes;

/// <summary>
/// The status of one pod as of one moment, parsed from kubectl's JSON. <see cref="KubernetesProvider"/> reads it again and again
/// while it waits for a pod. Immutable.
/// </summary>
/// <param name="Phase">The pod's phase, for example <c>Pending</c> or <c>Running</c>.</param>
/// <param name="IsReady">True when its readiness probe succeeds.</param>
/// <param name="Image">The image of the server's container; null before it is known.</param>
/// <param name="Waiting">Why the pod does not run yet; null when Kubernetes gives no reason.</param>
/// <param name="IsHopeless">True when waiting will not help: the image cannot be fetched, or the server keeps crashing.</param>
internal sealed record KubernetesPod(string Phase, bool IsReady, string? Image, string? Waiting, bool IsHopeless)
{
    private static readonly string[] Hopeless = ["CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull", "InvalidImageName",
        "CreateContainerConfigError", "CreateContainerError"];

    /// <summary>Parses the output of <c>kubectl get pod -o json</c>.</summary>
    /// <param name="json">The output.</param>
    /// <param name="container">The container of the server.</param>
    public static KubernetesPod Parse(string json, string container)
    {
        using var document = JsonDocument.Parse(json);
        var status = document.RootElement.GetProperty("status");
        var server = Items(status, "containerStatuses").Find(item => Text(item, "name") == container);
        var conditions = Items(status, "conditions");
        string? reason = Reason(server);
        string? scheduled = conditions.Where(item => Text(item, "type") == "PodScheduled" && Text(item, "status") == "False")
            .Select(item => Text(item, "message")).FirstOrDefault();
        return new KubernetesPod(
            Text(status, "phase") ?? "Unknown",
            conditions.Exists(item => Text(item, "type") == "Ready" && Text(item, "status") == "True"),
            Text(server, "image"),
            scheduled ?? reason,
            Hopeless.Any(word => reason?.StartsWith(word, StringComparison.Ordinal) == true));
    }

    /// <summary>The tag of its image, the only version that Kubernetes knows; null for an image without one.</summary>
    public string? Tag => Image?.LastIndexOf(':') is > 0 and int at && !Image.Contains('@', StringComparison.Ordinal)
        ? Image[(at + 1)..] : null;

    private static string? Reason(JsonElement server) =>
        server.ValueKind == JsonValueKind.Object && server.TryGetProperty("state", out var state)
            && state.TryGetProperty("waiting", out var waiting)
            ? $"{Text(waiting, "reason")}: {Text(waiting, "message")}".TrimEnd(' ', ':')
            : null;

    private static List<JsonElement> Items(JsonElement of, string name) => of.TryGetProperty(name, out var items)
        && items.ValueKind == JsonValueKind.Array ? [.. items.EnumerateArray()] : [];

    private static string? Text(JsonElement of, string name) => of.ValueKind == JsonValueKind.Object
        && of.TryGetProperty(name, out var text) ? text.GetString() : null;
}
