using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Asks for a server of one node or several. <c>ProcessProvider</c> and <c>ComposeProvider</c> fill it from a deployment file,
/// and <c>DatabaseAbilities</c> to check the layout of the file's nodes. A <see cref="ServerRecipe"/> makes a
/// <see cref="ServerPlan"/> from it. Immutable. Its password must not be written to a file or a command line.
/// </summary>
public sealed record ServerOrder
{
    /// <summary>The nodes. The first is the one that the others join.</summary>
    public required IReadOnlyList<ServerPlace> Nodes { get; init; }

    /// <summary>The port for clients, the same on every node.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of the vendor's programs on the nodes' machines.</summary>
    public required string Home { get; init; }

    /// <summary>The checked settings of the server.</summary>
    public required EndpointValues Settings { get; init; }

    /// <summary>Resource limits of each node. Null for none.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>The user who logs in. Null if the server requires no login.</summary>
    public string? User { get; init; }

    /// <summary>The user's password. Null without a login, or if the plan is only shown.</summary>
    public Secret? Password { get; init; }

    /// <summary>
    /// True if the nodes encrypt. Their certificate and key are then the files <see cref="CertificateNames.Certificate"/> and
    /// <see cref="CertificateNames.Key"/> in each node's folder.
    /// </summary>
    public bool IsEncrypted { get; init; }

    /// <summary>The authority's certificate file on the clients' machine. Null without encryption.</summary>
    public string? Authority { get; init; }

    /// <summary>
    /// The administrator's certificate file on the clients' machine. Null if the database uses no client certificates.
    /// </summary>
    public string? ClientCertificate { get; init; }

    /// <summary>The key file of <see cref="ClientCertificate"/>.</summary>
    public string? ClientKey { get; init; }
}

/// <summary>The place of a node: its address and folder. An order lists its places, and a plan puts processes there.</summary>
/// <param name="Name">Name of the node, unique in its server.</param>
/// <param name="Address">The address that clients and other nodes use.</param>
/// <param name="Folder">The folder of the node on its machine. The node writes nowhere else.</param>
/// <param name="Role">The node's role in a cluster, one of <see cref="ServerRecipe.Roles"/>. Null if all nodes are equal.</param>
public sealed record ServerPlace(string Name, string Address, string Folder, string? Role = null);

/// <summary>
/// Paths of the certificate files in a node's folder. <c>ProcessUp</c> copies the files there before a node starts,
/// <c>ContainerTls</c> gives files in containers the same names, and recipes point the server's configuration at the paths.
/// </summary>
public static class CertificateNames
{
    /// <summary>The authority's certificate.</summary>
    public const string Authority = "certs/ca.crt";

    /// <summary>The node's certificate.</summary>
    public const string Certificate = "certs/node.crt";

    /// <summary>The key of <see cref="Certificate"/>.</summary>
    public const string Key = "certs/node.key";
}
