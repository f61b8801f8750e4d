using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// Configures the images of PostgreSQL and TimescaleDB for deployments: password, certificates and settings.
/// <see cref="PostgresDefinition"/> hands the recipes to <c>DeploymentCatalog</c>. Without credentials in the deployment file,
/// the server accepts everyone who reaches it (<c>trust</c>). A password reaches a container by a variable only.
/// </summary>
internal static class PostgresContainer
{
    private const string Certificates = ContainerRecipe.CertificateFolder;

    private static readonly ContainerRecipe Recipe = new()
    {
        Database = "postgres",
        UserId = 999,

        // Root owns the volume's folder, whose mode a server that is not root cannot change, so the server creates a folder
        // within it. Data of a pod that started as root stays where it is.
        PrepareAsUser = "[ -e /var/lib/postgresql/data/PG_VERSION ] || export PGDATA=/var/lib/postgresql/data/pgdata\n",
        OwnCommand = ["postgres"],
        Image = "postgres:{0}",
        PinnedImage = "docker.io/library/postgres:17.5",
        Administrator = "postgres",
        Sessions = ("max_connections", 100),
        Port = 5432,
        DataFolder = "/var/lib/postgresql/data",
        TakesCredentials = true,
        TakesTls = true,
        Account = "postgres",
        Prepare = deployment => deployment.Tls is null ? null
            : $"printf 'local all all trust\\nhostssl all all all {(deployment.User is null ? "trust" : "scram-sha-256")}\\n'"
                + $" >{Certificates}/pg_hba.conf || exit 1\n",
        Settings = new(
            EndpointOption.Size("shared_buffers", "memory for its own cache of pages"),
            EndpointOption.Size("max_wal_size", "log between two checkpoints"),
            EndpointOption.Number("max_connections", 10, 10_000, "sessions at once")),
        Health = (deployment, _) => $"pg_isready -h 127.0.0.1 -U {deployment.User ?? "postgres"}",
        Endpoint = (deployment, nodes) =>
            $"postgresql://{deployment.User ?? "postgres"}@{ContainerRecipe.Hosts(nodes, 5432)}/postgres"
            + ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}"),
        Environment = (deployment, _) => deployment.User is null
            ? [("POSTGRES_HOST_AUTH_METHOD", "trust")]
            :
            [
                ("POSTGRES_USER", deployment.User), ("POSTGRES_DB", "postgres"),
                ("POSTGRES_PASSWORD", $"{{{deployment.PasswordVariable}}}"),
            ],
        Command = (deployment, _) => deployment.Settings.Count == 0 && deployment.Tls is null ? [] :
        [
            "postgres", .. deployment.Settings.SelectMany(setting =>
                (string[])["-c", $"{setting.Key}={PostgresCommand.Value(setting.Key, setting.Value)}"]),
            .. deployment.Tls is null ? Array.Empty<string>() :
            [
                "-c", "ssl=on", "-c", $"ssl_cert_file={Certificates}/node.crt", "-c", $"ssl_key_file={Certificates}/node.key",
                "-c", $"hba_file={Certificates}/pg_hba.conf",
            ],
        ],
    };

    /// <summary>Recipes for processes and containers.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new PostgresRecipe(),
        Container = Recipe,
        RelatedContainers = [Recipe with { Name = "timescaledb", PinnedImage = "docker.io/timescale/timescaledb:2.19.3-pg17" }],
    };
}
