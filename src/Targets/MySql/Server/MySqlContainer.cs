using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// Declares how MySQL and MariaDB run in containers of their vendors' images, which differ in the prefix of their variables.
/// <see cref="MySqlDefinition"/> and <see cref="MariaDbDefinition"/> hand the recipes to <c>DeploymentCatalog</c>. Without
/// credentials in the deployment file, root logs in from any host without a password. No text here contains a password.
/// </summary>
internal static class MySqlContainer
{
    /// <summary>The recipe of MySQL's image.</summary>
    public static ContainerRecipe MySql { get; } =
        Of("mysql", "mysql:{0}", "docker.io/library/mysql:8.4.5", "MYSQL", "mysqladmin ping -h 127.0.0.1 --silent");

    /// <summary>The recipe of MariaDB's image.</summary>
    public static ContainerRecipe MariaDb { get; } =
        Of("mariadb", "mariadb:{0}", "docker.io/library/mariadb:11.4.5", "MARIADB",
            "healthcheck.sh --connect --innodb_initialized");

    private static ContainerRecipe Of(string database, string image, string pinned, string prefix, string health) => new()
    {
        Database = database,
        Image = image,
        PinnedImage = pinned,
        Administrator = "root",
        Sessions = ("max_connections", 151),
        Port = 3306,
        DataFolder = "/var/lib/mysql",
        TakesCredentials = true,
        TakesTls = true,
        Account = "mysql",
        UserId = 999,
        Settings = new(
            EndpointOption.Size("buffer_pool", "its `innodb_buffer_pool_size`"),
            EndpointOption.Word("flush_at_commit", "its `innodb_flush_log_at_trx_commit`", "0", "1", "2"),
            EndpointOption.Number("max_connections", 10, 10_000, "sessions at once")),
        Health = (_, _) => health,
        Endpoint = (deployment, nodes) => $"{deployment.User ?? "root"}@{ContainerRecipe.Hosts(nodes, 3306)}"
            + ContainerRecipe.Encrypted(deployment, "ssl_mode=verify_identity&ssl_ca={0}"),

        // The image refuses to create a user named root, who exists already and only needs a password.
        Environment = (deployment, _) => deployment.User switch
        {
            null => [($"{prefix}_ALLOW_EMPTY_ROOT_PASSWORD", "1"), ($"{prefix}_ROOT_HOST", "%")],
            "root" => [($"{prefix}_ROOT_PASSWORD", $"{{{deployment.PasswordVariable}}}"), ($"{prefix}_ROOT_HOST", "%")],
            _ =>
            [
                ($"{prefix}_USER", deployment.User), ($"{prefix}_PASSWORD", $"{{{deployment.PasswordVariable}}}"),
                ($"{prefix}_DATABASE", "dbingest"), ($"{prefix}_RANDOM_ROOT_PASSWORD", "1"),
            ],
        },
        Command = (deployment, _) =>
        [
            .. deployment.Setting("buffer_pool") is { } size
                ? [$"--innodb-buffer-pool-size={EndpointOption.WithUnit(size)}"] : Array.Empty<string>(),
            .. Option(deployment, "max_connections", "max-connections"),
            .. Option(deployment, "flush_at_commit", "innodb-flush-log-at-trx-commit"),
            .. deployment.Tls is null ? Array.Empty<string>()
                : [$"--ssl-cert={ContainerRecipe.CertificateFolder}/node.crt",
                    $"--ssl-key={ContainerRecipe.CertificateFolder}/node.key"],
        ],
    };

    private static string[] Option(Deployment deployment, string setting, string option) =>
        deployment.Setting(setting) is { } value ? [$"--{option}={value}"] : [];
}
