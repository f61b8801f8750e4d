using System.Globalization;
using DbIngest.Clusters.Containers;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Manifests;

/// <summary>
/// Names and labels of a deployment's Kubernetes resources. The reader of deployment files, the manifests and the provider
/// kubernetes take them from here, so that <c>down</c> finds what <c>up</c> created, also by an earlier version.
/// </summary>
internal static class KubernetesNames
{
    /// <summary>The value of the key <c>operator</c> that selects a StatefulSet instead of a vendor's operator.</summary>
    public const string NoOperator = "none";

    /// <summary>The label with the deployment's resource name, on every resource of a deployment.</summary>
    public const string InstanceLabel = "app.kubernetes.io/instance";

    /// <summary>
    /// The label with <see cref="Owner"/>. The provider refuses to change a StatefulSet, operator resource or Secret without it,
    /// and deletes no Secret or volume claim without it, except claims of an operator.
    /// </summary>
    public const string OwnerLabel = "app.kubernetes.io/managed-by";

    /// <summary>The value of <see cref="OwnerLabel"/>.</summary>
    public const string Owner = "dbingest";

    /// <summary>The pod of a node, by the node's index from 0.</summary>
    public static string Pod(string deployment, string @operator, int index)
    {
        string name = Deployment.ResourceNameOf(deployment);
        return DeploymentCatalog.Operator(@operator)?.Pod(name, index)
            ?? string.Create(CultureInfo.InvariantCulture, $"{name}-{index}");
    }

    /// <summary>A node's address as pods resolve it, by the node's index from 0.</summary>
    public static string Address(string deployment, string @operator, string @namespace, int index)
    {
        string name = Deployment.ResourceNameOf(deployment);
        return $"{Pod(deployment, @operator, index)}.{DeploymentCatalog.Operator(@operator)?.Service(name) ?? name}.{@namespace}.svc";
    }

    /// <summary>The labels of every resource of a deployment.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="id">The deployment's id; null for none.</param>
    public static Dictionary<string, object> Labels(Deployment deployment, string? id)
    {
        var labels = new Dictionary<string, object>
        {
            ["app.kubernetes.io/name"] = deployment.Database,
            [InstanceLabel] = deployment.ResourceName,
            [OwnerLabel] = Owner,
        };
        if (id is not null)
        {
            labels[DeploymentLabel.Name] = id;
        }

        return labels;
    }
}
