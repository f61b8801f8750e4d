using System.Globalization;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Manifests;

/// <summary>What the things of a deployment are called in Kubernetes. Addresses are those that its pods resolve.</summary>
internal static class KubernetesNames
{
    /// <summary>The label that all of a deployment's things have, with <see cref="Of(string)"/>.</summary>
    public const string InstanceLabel = "app.kubernetes.io/instance";

    /// <summary>The label that says who made them.</summary>
    public const string OwnerLabel = "app.kubernetes.io/managed-by";

    /// <summary>Who made them.</summary>
    public const string Owner = "dbingest";

    /// <summary>The name of the whole, of its service and of its secret.</summary>
    /// <param name="deployment">The deployment's name.</param>
    public static string Of(string deployment) => $"dbingest-{deployment}";

    /// <summary>The pod of a node.</summary>
    public static string Pod(string deployment, string @operator, int index) => @operator switch
    {
        "k8ssandra" => string.Create(CultureInfo.InvariantCulture, $"{Of(deployment)}-dc1-default-sts-{index}"),
        "couchbase" => string.Create(CultureInfo.InvariantCulture, $"{Of(deployment)}-{index:0000}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Of(deployment)}-{index}"),
    };

    /// <summary>A node's address.</summary>
    public static string Address(string deployment, string @operator, string @namespace, int index) => $"{Pod(deployment, @operator, index)}.{Service(deployment, @operator)}.{@namespace}.svc";

    /// <summary>The labels of everything that a deployment is made of.</summary>
    public static Dictionary<string, object> Labels(Deployment deployment) => new()
    {
        ["app.kubernetes.io/name"] = deployment.Database,
        [InstanceLabel] = Of(deployment.Name),
        [OwnerLabel] = Owner,
    };

    /// <summary>The service that gives each pod a name.</summary>
    private static string Service(string deployment, string @operator) => @operator switch
    {
        "k8ssandra" => $"{Of(deployment)}-dc1-all-pods-service",
        "mongodb" => $"{Of(deployment)}-svc",
        _ => Of(deployment),
    };
}
