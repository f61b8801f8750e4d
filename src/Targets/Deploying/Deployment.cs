using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Deploying;

/// <summary>
/// A database of one node or several that a user wants deployed, with every default filled in. <c>DeploymentFile</c> makes it
/// from a file, and <c>RunDeployment</c> for the container of a run. Providers carry it out, and state files store it as JSON, so
/// its property names are a file format and no property may be renamed. Immutable. It contains no secret, only the name of the
/// variable with the password.
/// </summary>
public sealed record Deployment
{
    /// <summary>The value of <see cref="Provider"/> for a container that a run starts for itself.</summary>
    public const string OfRun = "run";

    /// <summary>The deployment's name.</summary>
    public required string Name { get; init; }

    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>The server's version or a prefix of it. Null for any version.</summary>
    public string? Version { get; init; }

    /// <summary>
    /// The provider that runs the nodes: <c>local</c>, <c>ssh</c>, <c>compose</c> or <c>kubernetes</c> in deployment files, or
    /// <see cref="OfRun"/>.
    /// </summary>
    public required string Provider { get; init; }

    /// <summary>The nodes, one at least.</summary>
    public required IReadOnlyList<DeployedNode> Nodes { get; init; }

    /// <summary>The client port, the same on every node.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of the vendor's programs. Null for the usual places.</summary>
    public string? Home { get; init; }

    /// <summary>Memory limit of each node in MiB. Null for no limit.</summary>
    public int? MemoryMb { get; init; }

    /// <summary>CPU limit of each node in cores. Null for no limit.</summary>
    public double? Cpus { get; init; }

    /// <summary>The database's own settings that the file gives.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The user who logs in. Null if the server requires no login.</summary>
    public string? User { get; init; }

    /// <summary>The environment variable that holds the password. Null without a user.</summary>
    public string? PasswordVariable { get; init; }

    /// <summary>The certificate files. Null without encryption.</summary>
    public DeploymentTls? Tls { get; init; }

    /// <summary>The command that reaches hosts. Null for ssh.</summary>
    public string? Launcher { get; init; }

    /// <summary><c>process</c> or <c>systemd</c>. Null for <c>process</c>.</summary>
    public string? Supervise { get; init; }

    /// <summary>Programs to install on the hosts. Null for none.</summary>
    public DeploymentInstall? Install { get; init; }

    /// <summary>The container image. Null for the vendor's at <see cref="Version"/>.</summary>
    public string? Image { get; init; }

    /// <summary>The subnet of the containers. Null unless the provider is compose.</summary>
    public string? Network { get; init; }

    /// <summary>The namespace of the pods. Null unless the provider is kubernetes.</summary>
    public string? Namespace { get; init; }

    /// <summary>The context of kubectl. Null for its current one.</summary>
    public string? Context { get; init; }

    /// <summary>The size of each pod's volume, for example <c>20G</c> (GiB). Null unless the provider is kubernetes.</summary>
    public string? Storage { get; init; }

    /// <summary>The storage class of the volumes. Null for the cluster's default.</summary>
    public string? StorageClass { get; init; }

    /// <summary>The operator that runs the pods, or <c>none</c>. Null unless the provider is kubernetes.</summary>
    public string? Operator { get; init; }

    /// <summary>True for the one container that a run starts for itself, which no file describes.</summary>
    [JsonIgnore]
    public bool IsOfRun => Provider == OfRun;

    /// <summary>The name of its compose project and Kubernetes resources, and the prefix of its containers' names.</summary>
    [JsonIgnore]
    public string ResourceName => ResourceNameOf(Name);

    /// <summary>The limits of each node. Null for no limit.</summary>
    [JsonIgnore]
    public ServerLimits? Limits =>
        MemoryMb is null && Cpus is null ? null : new ServerLimits(MemoryMb is { } mb ? (long)mb << 20 : null, Cpus);

    /// <summary>The resource name of the deployment with this name.</summary>
    public static string ResourceNameOf(string name) => $"dbingest-{name}";

    /// <summary>A setting as the file writes it. Null if the file does not give it.</summary>
    public string? Setting(string name) => Settings.GetValueOrDefault(name);

    /// <summary>
    /// A setting that is a size, with its unit: the file may leave <c>M</c> out, and images would take such a number for bytes.
    /// </summary>
    /// <param name="name">The setting's name.</param>
    /// <returns>The size. Null if the file does not give it.</returns>
    public string? Size(string name) => Setting(name) is { } size ? EndpointOption.WithUnit(size) : null;

    /// <summary>Name, size, database and provider for messages: <c>study1 (4 nodes of cassandra, local)</c>.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
            $"{Name} ({(Nodes.Count == 1 ? "a node" : $"{Nodes.Count} nodes")} of {Database}, {Provider})");
}

/// <summary>One node of a <see cref="Deployment"/>. Providers start a process, container or pod per node.</summary>
/// <param name="Name">Its name, unique in the deployment.</param>
/// <param name="Host">The name by which the launcher reaches its machine. Null for this machine.</param>
/// <param name="Address">The address that clients and other nodes use.</param>
/// <param name="Folder">The folder of its files.</param>
/// <param name="Role">Its role, for example <c>data</c>, <c>config</c> or <c>router</c>. Null if all nodes are equal.</param>
public sealed record DeployedNode(string Name, string? Host, string Address, string Folder, string? Role = null)
{
    /// <summary>The node as a <see cref="ServerRecipe"/> sees it.</summary>
    [JsonIgnore]
    public ServerPlace Place => new(Name, Address, Folder, Role);
}

/// <summary>
/// Certificate and key files of a <see cref="Deployment"/>, in PEM form, on this machine. Providers copy them to the nodes, and
/// clients trust the authority. It holds paths only, never the content of a key.
/// </summary>
/// <param name="Authority">The certificate of the authority that clients trust.</param>
/// <param name="Certificate">The certificate that all nodes share.</param>
/// <param name="Key">The key of <paramref name="Certificate"/>.</param>
/// <param name="ClientCertificate">The administrator's certificate. Null if the database uses no client certificates.</param>
/// <param name="ClientKey">The key of <paramref name="ClientCertificate"/>.</param>
public sealed record DeploymentTls(
    string Authority, string Certificate, string Key, string? ClientCertificate = null, string? ClientKey = null)
{
    /// <summary>Every file that the deployment names.</summary>
    [JsonIgnore]
    public IEnumerable<string> Files => ((string?[])[Authority, Certificate, Key, ClientCertificate, ClientKey]).OfType<string>();
}

/// <summary>
/// Programs that <c>cluster up</c> installs on hosts before the first start. The provider of hosts carries it out, once per host.
/// </summary>
/// <param name="Package">A package of the hosts' distribution. Null for none.</param>
/// <param name="Archive">An archive on this machine. Null for none.</param>
/// <param name="Sha256">The archive's SHA-256 as 64 hexadecimal digits. Null to skip the check.</param>
public sealed record DeploymentInstall(string? Package, string? Archive, string? Sha256);
