using System.Globalization;
using DbIngest.Clusters.Model;
using DbIngest.Core.Endpoints;

namespace DbIngest.Clusters.Containers;

/// <summary>How a database runs in containers: what its vendor's image wants to be told. One for each database.</summary>
internal sealed record ContainerRecipe
{
    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>The vendor's image, with <c>{0}</c> for the version; empty where a file has to name one.</summary>
    public required string Image { get; init; }

    /// <summary>The port for clients, in the container.</summary>
    public required int Port { get; init; }

    /// <summary>Where its data are, in the container.</summary>
    public required string DataFolder { get; init; }

    /// <summary>A shell's words which succeed when a node serves.</summary>
    public required Func<Deployment, string> Health { get; init; }

    /// <summary>The endpoint of some nodes, named by their addresses.</summary>
    public required Func<Deployment, IReadOnlyList<string>, string> Endpoint { get; init; }

    /// <summary>The most nodes.</summary>
    public int LargestCluster { get; init; } = 1;

    /// <summary>Whether it can ask for a user and a password.</summary>
    public bool TakesCredentials { get; init; }

    /// <summary>The settings that it takes.</summary>
    public EndpointOptions Settings { get; init; } = EndpointOptions.None;

    /// <summary>Environment variables of a node. A value that is a variable's name in braces is handed on from the environment of whoever brings it up.</summary>
    public Func<Deployment, DeployedNode, IEnumerable<(string Name, string Value)>> Environment { get; init; } = static (_, _) => [];

    /// <summary>The image's command, where it is not its own.</summary>
    public Func<Deployment, DeployedNode, IEnumerable<string>> Command { get; init; } = static (_, _) => [];

    /// <summary>Whether every node waits until the one before it serves.</summary>
    public bool InTurn { get; init; }

    /// <summary>What makes one cluster of the nodes, run in the first by a shell once all containers run; null where they find each other.</summary>
    public Func<Deployment, string?> Form { get; init; } = static _ => null;

    /// <summary>The key of a deployment's file that cannot be as it is, and why, with the remedy, a sentence without its end; null where all can.</summary>
    public Func<Deployment, (string Key, string Why)?> Fault { get; init; } = static _ => null;

    /// <summary>The setting of a deployment, or its default; null for neither.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="name">The setting.</param>
    public static string? Setting(Deployment deployment, string name) => deployment.Settings.GetValueOrDefault(name);

    /// <summary>Addresses with the port, separated by commas.</summary>
    public static string Hosts(IEnumerable<string> addresses, int port) => string.Join(',', addresses.Select(address => string.Create(CultureInfo.InvariantCulture, $"{address}:{port}")));
}
