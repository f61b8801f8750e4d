using System.Globalization;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Deploying;

/// <summary>
/// Describes how one database runs under its vendor's Kubernetes operator: the resource that the operator watches, and the names
/// that the operator gives to pods, services and volume claims. <c>KubernetesFile</c> renders it, and <c>KubernetesProvider</c>
/// applies it. A recipe starts nothing itself, and its resource must name a secret instead of containing one.
/// </summary>
public sealed record OperatorRecipe
{
    /// <summary>The operator's name in deployment files.</summary>
    public required string Name { get; init; }

    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>The resource type, as kubectl names it: plural and group.</summary>
    public required string Resource { get; init; }

    /// <summary>The resource's <c>apiVersion</c>.</summary>
    public required string ApiVersion { get; init; }

    /// <summary>The resource's <c>kind</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The resource's <c>spec</c>. No secret is in it: it refers to the deployment's Secret by name.</summary>
    public required Func<OperatorOrder, Dictionary<string, object>> Spec { get; init; }

    /// <summary>The container of a pod in which the server runs.</summary>
    public required string Container { get; init; }

    /// <summary>The folder of the data in that container.</summary>
    public required string DataFolder { get; init; }

    /// <summary>The client port.</summary>
    public required int Port { get; init; }

    /// <summary>Largest number of nodes.</summary>
    public required int LargestCluster { get; init; }

    /// <summary>The endpoint by which the database's target opens the nodes at these addresses.</summary>
    public required Func<Deployment, IReadOnlyList<string>, string> Endpoint { get; init; }

    /// <summary>The name of a pod: <c>{0}</c> is the deployment's resource name, <c>{1}</c> the node's index from 0.</summary>
    public string PodFormat { get; init; } = "{0}-{1}";

    /// <summary>The name of the service that gives pods their host names: <c>{0}</c> is the deployment's resource name.</summary>
    public string ServiceFormat { get; init; } = "{0}";

    /// <summary>
    /// The label of a deployment's volume claims, as <c>NAME=VALUE</c> with <c>{0}</c> for the resource name. Null if the
    /// operator removes the claims itself.
    /// </summary>
    public string? ClaimFormat { get; init; }

    /// <summary>True if the operator requires a user.</summary>
    public bool NeedsCredentials { get; init; }

    /// <summary>True if the operator requires the server's version, even beside an image.</summary>
    public bool NeedsVersion { get; init; }

    /// <summary>
    /// True if removing the resource removes the volumes. A deployment that keeps its data is then only stopped.
    /// </summary>
    public bool TakesVolumesAlong { get; init; }

    /// <summary>
    /// True if the resource can ask for zero pods. Otherwise stopping removes the resource and keeps its volumes.
    /// </summary>
    public bool CanStop { get; init; }

    /// <summary>The settings that a deployment file may give.</summary>
    public EndpointOptions Settings { get; init; } = EndpointOptions.None;

    /// <summary>The name of a pod.</summary>
    /// <param name="resource">The deployment's resource name.</param>
    /// <param name="index">The node's index from 0.</param>
    public string Pod(string resource, int index) => string.Format(CultureInfo.InvariantCulture, PodFormat, resource, index);

    /// <summary>The name of the service that gives pods their host names.</summary>
    /// <param name="resource">The deployment's resource name.</param>
    public string Service(string resource) => string.Format(CultureInfo.InvariantCulture, ServiceFormat, resource);

    /// <summary>The label selector of a deployment's volume claims. Null if the operator removes the claims itself.</summary>
    /// <param name="resource">The deployment's resource name.</param>
    public string? Claims(string resource) => ClaimFormat is { } format
        ? string.Format(CultureInfo.InvariantCulture, format, resource) : null;
}

/// <summary>
/// The input from which <see cref="OperatorRecipe.Spec"/> renders an operator's resource. The provider kubernetes makes it.
/// </summary>
/// <param name="Deployment">The deployment.</param>
/// <param name="IsStopped">True if no pod is to run.</param>
/// <param name="VolumeClaim">The <c>spec</c> of each node's volume claim.</param>
/// <param name="Resources">The <c>resources</c> of each server's container. Null without limits.</param>
public sealed record OperatorOrder(
    Deployment Deployment, bool IsStopped, Dictionary<string, object> VolumeClaim, Dictionary<string, object>? Resources);
