using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Model;

/// <summary>A database of one node or several, as its file says, with every default in its place. It holds no secret: only the name of the variable that has one.</summary>
public sealed record Deployment
{
    /// <summary>The provider of a container that a run starts for itself.</summary>
    public const string OfRun = "run";

    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>The server's version, or how it begins; null for whatever is there.</summary>
    public string? Version { get; init; }

    /// <summary>Who runs the nodes: <c>local</c>, <c>ssh</c>, <c>compose</c> or <c>kubernetes</c>.</summary>
    public required string Provider { get; init; }

    /// <summary>The nodes.</summary>
    public required IReadOnlyList<DeployedNode> Nodes { get; init; }

    /// <summary>The port that clients use, on every node.</summary>
    public required int Port { get; init; }

    /// <summary>Where the vendor's programs are; null for the usual places.</summary>
    public string? Home { get; init; }

    /// <summary>Memory that each node may take at most, in MiB; null for no limit.</summary>
    public int? MemoryMb { get; init; }

    /// <summary>Cores that each node may use at most; null for no limit.</summary>
    public double? Cpus { get; init; }

    /// <summary>The database's own settings that were given.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Who logs in; null where the server asks for nobody.</summary>
    public string? User { get; init; }

    /// <summary>The environment variable that has the password; null where there is none.</summary>
    public string? PasswordVariable { get; init; }

    /// <summary>The files of encryption; null without.</summary>
    public DeploymentTls? Tls { get; init; }

    /// <summary>What starts commands on the hosts; null for ssh.</summary>
    public string? Launcher { get; init; }

    /// <summary><c>process</c> or <c>systemd</c>; null for the first.</summary>
    public string? Supervise { get; init; }

    /// <summary>What is installed on the hosts; null for nothing.</summary>
    public DeploymentInstall? Install { get; init; }

    /// <summary>The container image; null for the vendor's at this version.</summary>
    public string? Image { get; init; }

    /// <summary>The subnet of the containers; null where the provider has none.</summary>
    public string? Network { get; init; }

    /// <summary>The namespace of the pods; null where the provider has none.</summary>
    public string? Namespace { get; init; }

    /// <summary>The context of kubectl; null for its current one.</summary>
    public string? Context { get; init; }

    /// <summary>What each pod's volume holds; null where the provider has none.</summary>
    public string? Storage { get; init; }

    /// <summary>The class of the volumes; null for the cluster's default.</summary>
    public string? StorageClass { get; init; }

    /// <summary>The vendor's operator that runs the pods, or <c>none</c>; null where the provider knows none.</summary>
    public string? Operator { get; init; }

    /// <summary>Whether it is the one container that a run starts for itself, which no file describes.</summary>
    [JsonIgnore]
    public bool IsOfRun => Provider == OfRun;

    /// <summary>What each node may take; null for no limit.</summary>
    [JsonIgnore]
    public ServerLimits? Limits => MemoryMb is null && Cpus is null ? null : new ServerLimits(MemoryMb is { } mb ? (long)mb << 20 : null, Cpus);

    /// <summary>What it is, for people: <c>study1 (4 nodes of cassandra, local)</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Name} ({(Nodes.Count == 1 ? "a node" : $"{Nodes.Count} nodes")} of {Database}, {Provider})");
}

/// <summary>One node of a deployment.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Host">What reaches its machine; null where that is this one.</param>
/// <param name="Address">Where clients and other nodes reach it.</param>
/// <param name="Folder">Where it keeps its files.</param>
/// <param name="Role">What it does where nodes do different things: <c>data</c>, <c>config</c> or <c>router</c>; null where all do the same.</param>
public sealed record DeployedNode(string Name, string? Host, string Address, string Folder, string? Role = null)
{
    /// <summary>Where it is, for the recipe of its server.</summary>
    [JsonIgnore]
    public ServerPlace Place => new(Name, Address, Folder, Role);
}

/// <summary>The files of encryption, in PEM form, on this machine.</summary>
/// <param name="Authority">The certificate of the authority.</param>
/// <param name="Certificate">The nodes' certificate.</param>
/// <param name="Key">Its key.</param>
/// <param name="ClientCertificate">The administrator's certificate, where the database knows one by it; null for none.</param>
/// <param name="ClientKey">Its key.</param>
public sealed record DeploymentTls(string Authority, string Certificate, string Key, string? ClientCertificate = null, string? ClientKey = null)
{
    /// <summary>All of them.</summary>
    [JsonIgnore]
    public IEnumerable<string> Files => ((string?[])[Authority, Certificate, Key, ClientCertificate, ClientKey]).OfType<string>();
}

/// <summary>What is installed on the hosts.</summary>
/// <param name="Package">A package of their distribution; null for none.</param>
/// <param name="Archive">An archive on this machine; null for none.</param>
/// <param name="Sha256">What the archive must hash to; null for anything.</param>
public sealed record DeploymentInstall(string? Package, string? Archive, string? Sha256);
