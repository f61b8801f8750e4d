using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>A server of one node or several as somebody wants it: what a <see cref="ServerRecipe"/> makes a plan of.</summary>
public sealed record ServerOrder
{
    /// <summary>The nodes; the first is the one that others are told to join.</summary>
    public required IReadOnlyList<ServerPlace> Nodes { get; init; }

    /// <summary>The port that clients use, on every node.</summary>
    public required int Port { get; init; }

    /// <summary>Where the vendor's programs are on the machines of the nodes.</summary>
    public required string Home { get; init; }

    /// <summary>The settings, checked.</summary>
    public required EndpointValues Settings { get; init; }

    /// <summary>What each node may take at most; null for no limit.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>Who logs in; null where the server asks for nobody.</summary>
    public string? User { get; init; }

    /// <summary>The user's password; null where there is none, or where a plan is only to be shown.</summary>
    public Secret? Password { get; init; }

    /// <summary>
    /// Whether the nodes encrypt; their certificate and key are then the files <see cref="ServerFiles.Certificate"/> and
    /// <see cref="ServerFiles.Key"/> of each folder.
    /// </summary>
    public bool IsEncrypted { get; init; }

    /// <summary>The certificate of the authority on the clients' machine; null without encryption.</summary>
    public string? Authority { get; init; }

    /// <summary>The administrator's certificate on the clients' machine; null where the database knows nobody by one.</summary>
    public string? ClientCertificate { get; init; }

    /// <summary>Its key.</summary>
    public string? ClientKey { get; init; }
}

/// <summary>Where a node is.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Address">Where clients and other nodes reach it.</param>
/// <param name="Folder">Its folder, on its machine: all that it writes is there.</param>
/// <param name="Role">What it does in a cluster of nodes that do different things, as <see cref="ServerRecipe.Roles"/> has it;
/// null where all do the same.</param>
public sealed record ServerPlace(string Name, string Address, string Folder, string? Role = null);

/// <summary>The names of files in a node's folder that are brought there beside what a plan writes.</summary>
public static class ServerFiles
{
    /// <summary>The certificate of the authority.</summary>
    public const string Authority = "certs/ca.crt";

    /// <summary>The node's certificate.</summary>
    public const string Certificate = "certs/node.crt";

    /// <summary>Its key.</summary>
    public const string Key = "certs/node.key";
}
