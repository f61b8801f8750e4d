using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Containers;

/// <summary>How a database runs in containers: what its vendor's image wants to be told. One for each database.</summary>
internal sealed record ContainerRecipe
{
    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>What its server is called where it is not the database's own: <c>scylladb</c> of <c>cassandra</c>.</summary>
    public string Name { get => field ?? Database; init; }

    /// <summary>The vendor's image, with <c>{0}</c> for the version; empty where a file has to name one.</summary>
    public required string Image { get; init; }

    /// <summary>The vendor's image at one version, for whoever names none.</summary>
    public required string PinnedImage { get; init; }

    /// <summary>The port for clients, in the container.</summary>
    public required int Port { get; init; }

    /// <summary>Where its data are, in the container.</summary>
    public required string DataFolder { get; init; }

    /// <summary>A shell's words which succeed when a node serves.</summary>
    public required Func<Deployment, DeployedNode, string> Health { get; init; }

    /// <summary>The endpoint of some nodes, named by their addresses.</summary>
    public required Func<Deployment, IReadOnlyList<string>, string> Endpoint { get; init; }

    /// <summary>The most nodes.</summary>
    public int LargestCluster { get; init; } = 1;

    /// <summary>Whether its nodes can do different things, as its server's recipe has it; a StatefulSet's cannot.</summary>
    public bool HasRoles { get; init; }

    /// <summary>Whether it can ask for a user and a password.</summary>
    public bool TakesCredentials { get; init; }

    /// <summary>Whether it can encrypt.</summary>
    public bool TakesTls { get; init; }

    /// <summary>Whether one that encrypts is managed by an administrator who comes with a certificate.</summary>
    public bool NeedsClientCertificate { get; init; }

    /// <summary>What the image starts by itself: where files are prepared first, it is started by its name.</summary>
    public string EntryPoint { get; init; } = "docker-entrypoint.sh";

    /// <summary>Who runs the server in the container, and has to read its key.</summary>
    public string Account { get; init; } = "root";

    /// <summary>The number of an account in the image that can run its server, where the image begins as root: a pod begins as that account, as a namespace for restricted pods demands. Null where it cannot.</summary>
    public int? UserId { get; init; }

    /// <summary>A shell's words before the server starts where it begins as that account; null for none.</summary>
    public string? PrepareAsUser { get; init; }

    /// <summary>What the image starts where it is told nothing, for where its own command is replaced; nothing where the entry point is all.</summary>
    public IReadOnlyList<string> OwnCommand { get; init; } = [];

    /// <summary>A shell's words that prepare files before the server starts, once its certificates are in <see cref="ContainerTls.Folder"/>; null for none. A container that starts again runs them again.</summary>
    public Func<Deployment, string?> Prepare { get; init; } = static _ => null;

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

    /// <summary>What those words read: secrets, which go by standard input alone. With the password, where there is one.</summary>
    public Func<Deployment, Secret?, string?> FormInput { get; init; } = static (_, _) => null;

    /// <summary>The key of a deployment's file that cannot be as it is, and why, with the remedy, a sentence without its end; null where all can.</summary>
    public Func<Deployment, (string Key, string Why)?> Fault { get; init; } = static _ => null;

    /// <summary>Who logs in to a container that is started for a run; null where the image asks for nobody.</summary>
    public string? Administrator { get; init; }

    /// <summary>The environment variable by which a user accepts the licence of the image (value <c>Y</c>); null where the image does not ask.</summary>
    public string? LicenceVariable { get; init; }

    /// <summary>The setting that says how many sessions the server lets in, and how many it lets in without it; null where the number needs no setting.</summary>
    public (string Name, int Shipped)? Sessions { get; init; }

    /// <summary>Ports that the server names to its clients: a container that is started for a run has them under the same numbers outside.</summary>
    public IReadOnlyList<int> NamedPorts { get; init; } = [];

    /// <summary>Whether the server names its client port too, so that it has to listen at the port that clients use.</summary>
    public bool NamesItsPort { get; init; }

    /// <summary>The port for clients in the container of a deployment.</summary>
    /// <param name="deployment">The deployment.</param>
    public int PortIn(Deployment deployment) => NamesItsPort && deployment.IsOfRun ? deployment.Port : Port;

    /// <summary>The endpoint of a deployment of one node whose port is published at loopback.</summary>
    /// <param name="deployment">The deployment.</param>
    public string PublishedEndpoint(Deployment deployment)
    {
        const string loopback = "127.0.0.1";
        string endpoint = Endpoint(deployment, [loopback]);
        foreach (char separator in ":,")
        {
            endpoint = endpoint.Replace(
                string.Create(CultureInfo.InvariantCulture, $"{loopback}{separator}{Port}"), string.Create(CultureInfo.InvariantCulture, $"{loopback}{separator}{deployment.Port}"), StringComparison.Ordinal);
        }

        return endpoint;
    }

    /// <summary>The setting of a deployment, or its default; null for neither.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="name">The setting.</param>
    public static string? Setting(Deployment deployment, string name) => deployment.Settings.GetValueOrDefault(name);

    /// <summary>The options of an endpoint that encrypts.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="options">The options, with <c>{0}</c> for the authority's file, and <c>{1}</c> and <c>{2}</c> for the administrator's; nothing without encryption.</param>
    /// <param name="before">An option before them, which is there without encryption too; null for none.</param>
    public static string Encrypted(Deployment deployment, string options, string? before = null)
    {
        string? encrypted = deployment.Tls is { } tls ? string.Format(CultureInfo.InvariantCulture, options, Escaped(tls.Authority), Escaped(tls.ClientCertificate), Escaped(tls.ClientKey)) : null;
        string all = string.Join('&', ((string?[])[before, encrypted]).OfType<string>());
        return all.Length > 0 ? "?" + all : string.Empty;
    }

    /// <summary>Addresses with the port, separated by commas.</summary>
    public static string Hosts(IEnumerable<string> addresses, int port) => string.Join(',', addresses.Select(address => string.Create(CultureInfo.InvariantCulture, $"{address}:{port}")));

    private static string Escaped(string? file) => Uri.EscapeDataString(file ?? string.Empty).Replace("%2F", "/", StringComparison.Ordinal);
}
