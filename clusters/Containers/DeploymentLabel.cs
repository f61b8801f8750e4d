namespace DbIngest.Clusters.Containers;

/// <summary>
/// The label with a deployment's id on its containers, volumes and Kubernetes resources. Their names come from the
/// deployment's name, which two files in different folders may share, so <c>ComposeProvider</c> and <c>KubernetesProvider</c>
/// recognise their own resources by the label. They change and delete nothing without it, except what an earlier version or an
/// operator made.
/// </summary>
internal static class DeploymentLabel
{
    /// <summary>The key of the label.</summary>
    public const string Name = "dbingest.deployment";

    /// <summary>True when this deployment made a container, volume or Kubernetes resource.</summary>
    /// <param name="found">The value of its label; null or empty when it has none.</param>
    /// <param name="id">The deployment's id; null when there is no state file.</param>
    /// <param name="isLabelled">False when an earlier version made the deployment, which labelled nothing.</param>
    public static bool IsOwn(string? found, string? id, bool isLabelled) =>
        string.IsNullOrEmpty(found) ? !isLabelled : found == id;
}
