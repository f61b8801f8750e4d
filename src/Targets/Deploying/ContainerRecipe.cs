using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Deploying;

/// <summary>
/// Describes how one database runs in containers: image, port, environment, command and health check. <c>ComposeFile</c> and
/// <c>KubernetesFile</c> render a deployment from it, their providers run its scripts, and <c>RunContainer</c> starts the
/// container of a run with <c>--container</c> by it. It starts nothing itself, and nothing that it returns contains a secret,
/// except <see cref="FormInput"/>.
/// </summary>
public sealed record ContainerRecipe
{
    /// <summary>The folder in the container with the server's copies of certificates and key.</summary>
    public const string CertificateFolder = "/certs";

    /// <summary>The database, by its name in the catalogue.</summary>
    public required string Database { get; init; }

    /// <summary>
    /// Name of this image's row in docs/how-to/containers.md. By default the database's name. A related server has its own.
    /// </summary>
    public string Name { get => field ?? Database; init; }

    /// <summary>The vendor's image, with <c>{0}</c> for the version. Empty if a deployment file must name the image.</summary>
    public required string Image { get; init; }

    /// <summary>The vendor's image with registry and tag, for runs that name no image.</summary>
    public required string PinnedImage { get; init; }

    /// <summary>The client port inside the container.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of the data inside the container, where the volume is mounted.</summary>
    public required string DataFolder { get; init; }

    /// <summary>Shell command that succeeds when the node serves clients.</summary>
    public required Func<Deployment, DeployedNode, string> Health { get; init; }

    /// <summary>The endpoint by which the database's target opens the nodes at these addresses.</summary>
    public required Func<Deployment, IReadOnlyList<string>, string> Endpoint { get; init; }

    /// <summary>Largest number of nodes.</summary>
    public int LargestCluster { get; init; } = 1;

    /// <summary>
    /// True if nodes may have roles, as the database's <c>ServerRecipe</c> lists them. A StatefulSet ignores roles.
    /// </summary>
    public bool HasRoles { get; init; }

    /// <summary>True if the server can require a user and a password.</summary>
    public bool TakesCredentials { get; init; }

    /// <summary>True if the server can encrypt.</summary>
    public bool TakesTls { get; init; }

    /// <summary>True if an encrypting server accepts administration only with a client certificate.</summary>
    public bool NeedsClientCertificate { get; init; }

    /// <summary>The image's entry point, which providers run after a script that prepares files.</summary>
    public string EntryPoint { get; init; } = "docker-entrypoint.sh";

    /// <summary>The account in the image that runs the server and must read its key.</summary>
    public string Account { get; init; } = "root";

    /// <summary>
    /// User id under which a pod runs the server, as restricted namespaces demand. Null if the image needs root.
    /// </summary>
    public int? UserId { get; init; }

    /// <summary>
    /// Shell script that runs before the server in a pod that starts under <see cref="UserId"/>. Null for none.
    /// </summary>
    public string? PrepareAsUser { get; init; }

    /// <summary>
    /// The image's default command, needed where Kubernetes replaces the entry point. Empty if the entry point suffices.
    /// </summary>
    public IReadOnlyList<string> OwnCommand { get; init; } = [];

    /// <summary>
    /// Shell script that prepares files before the server starts, after the certificates were copied to
    /// <see cref="CertificateFolder"/>. Null for none. It runs again at every start of the container.
    /// </summary>
    public Func<Deployment, string?> Prepare { get; init; } = static _ => null;

    /// <summary>The settings that a deployment file may give.</summary>
    public EndpointOptions Settings { get; init; } = EndpointOptions.None;

    /// <summary>
    /// Environment variables of a node. A value <c>{NAME}</c> stands for the variable NAME of the caller's environment.
    /// </summary>
    public Func<Deployment, DeployedNode, IEnumerable<(string Name, string Value)>> Environment { get; init; } = static (_, _) =>
        [];

    /// <summary>The command of a node. Empty for the image's default.</summary>
    public Func<Deployment, DeployedNode, IEnumerable<string>> Command { get; init; } = static (_, _) => [];

    /// <summary>True if each node starts only after the previous one serves.</summary>
    public bool InTurn { get; init; }

    /// <summary>
    /// Shell script that joins the nodes to one cluster. Providers run it in the first node once all containers run, and repeat
    /// it until it exits with 0, so it must be idempotent. Null if nodes find each other.
    /// </summary>
    public Func<Deployment, string?> Form { get; init; } = static _ => null;

    /// <summary>
    /// Standard input of <see cref="Form"/>, which contains the password if there is one. Secrets must not go elsewhere.
    /// </summary>
    public Func<Deployment, Secret?, string?> FormInput { get; init; } = static (_, _) => null;

    /// <summary>
    /// The key of a deployment file that the image cannot serve, and the reason with a remedy, as a sentence without its full
    /// stop. Null if the image can serve the file.
    /// </summary>
    public Func<Deployment, (string Key, string Why)?> Fault { get; init; } = static _ => null;

    /// <summary>The user of a container that a run starts. Null if the image requires no login.</summary>
    public string? Administrator { get; init; }

    /// <summary>
    /// Environment variable that accepts the image's licence by the value <c>Y</c>. Null if the image does not ask.
    /// </summary>
    public string? LicenceVariable { get; init; }

    /// <summary>
    /// The setting that limits sessions, and its default in the image. A run raises it. Null if it need not be raised.
    /// </summary>
    public (string Name, int Shipped)? Sessions { get; init; }

    /// <summary>Ports that the server advertises to clients. A run publishes them under the same numbers.</summary>
    public IReadOnlyList<int> NamedPorts { get; init; } = [];

    /// <summary>
    /// True if the server advertises its client port too, so that it must listen at the published port number.
    /// </summary>
    public bool NamesItsPort { get; init; }

    /// <summary>The client port inside the container of a deployment.</summary>
    public int PortIn(Deployment deployment) => NamesItsPort && deployment.IsOfRun ? deployment.Port : Port;

    /// <summary>The endpoint of a single node whose port is published at 127.0.0.1.</summary>
    public string PublishedEndpoint(Deployment deployment)
    {
        const string loopback = "127.0.0.1";
        string endpoint = Endpoint(deployment, [loopback]);
        foreach (char separator in ":,")
        {
            endpoint = endpoint.Replace(
                string.Create(CultureInfo.InvariantCulture, $"{loopback}{separator}{Port}"),
                string.Create(CultureInfo.InvariantCulture, $"{loopback}{separator}{deployment.Port}"),
                StringComparison.Ordinal);
        }

        return endpoint;
    }

    /// <summary>
    /// Builds the query part of an endpoint: an option that always applies, and the options of an encrypting server.
    /// </summary>
    /// <param name="deployment">The deployment whose files are named.</param>
    /// <param name="options">
    /// Options of encryption, with <c>{0}</c> for the authority's file, <c>{1}</c> and <c>{2}</c> for the administrator's
    /// certificate and key.
    /// </param>
    /// <param name="before">An option that applies with and without encryption. Null for none.</param>
    internal static string Encrypted(Deployment deployment, string options, string? before = null)
    {
        string? encrypted = deployment.Tls is not { } tls ? null : string.Format(
            CultureInfo.InvariantCulture, options, Escaped(tls.Authority), Escaped(tls.ClientCertificate),
                Escaped(tls.ClientKey));
        string all = string.Join('&', ((string?[])[before, encrypted]).OfType<string>());
        return all.Length > 0 ? "?" + all : string.Empty;
    }

    /// <summary>Addresses with the port, separated by commas.</summary>
    internal static string Hosts(IEnumerable<string> addresses, int port) =>
        string.Join(',', addresses.Select(address => string.Create(CultureInfo.InvariantCulture, $"{address}:{port}")));

    private static string Escaped(string? file) =>
        Uri.EscapeDataString(file ?? string.Empty).Replace("%2F", "/", StringComparison.Ordinal);
}
