using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Manifests;

/// <summary>How a database runs under its vendor's operator, which must be installed: what the operator's resource says.</summary>
internal sealed record OperatorRecipe
{
    /// <summary>The operator, as deployment files name it.</summary>
    public required string Name { get; init; }

    /// <summary>The database.</summary>
    public required string Database { get; init; }

    /// <summary>Its resource, as kubectl names it.</summary>
    public required string Kind { get; init; }

    /// <summary>The container of its pods in which the server runs.</summary>
    public required string Container { get; init; }

    /// <summary>Where the data are in it.</summary>
    public required string DataFolder { get; init; }

    /// <summary>The port for clients.</summary>
    public required int Port { get; init; }

    /// <summary>The most nodes.</summary>
    public required int LargestCluster { get; init; }

    /// <summary>Whether it takes no deployment without a user.</summary>
    public bool NeedsCredentials { get; init; }

    /// <summary>Whether the operator removes the volumes with its resource: then a deployment that is taken down with its data is stopped.</summary>
    public bool TakesVolumesAlong { get; init; }

    /// <summary>Whether it can be told to run no pod; else the resource is removed, and its volumes stay.</summary>
    public bool CanStop { get; init; }

    /// <summary>The label, with its value, that the volume claims of a deployment have; null where the operator removes them.</summary>
    public Func<Deployment, string>? Claims { get; init; }

    /// <summary>The settings that it takes.</summary>
    public EndpointOptions Settings { get; init; } = EndpointOptions.None;

    /// <summary>The resource.</summary>
    public required Func<Deployment, bool, Dictionary<string, object>> Resource { get; init; }

    /// <summary>The endpoint of some nodes, named by their addresses.</summary>
    public required Func<Deployment, IReadOnlyList<string>, string> Endpoint { get; init; }
}
