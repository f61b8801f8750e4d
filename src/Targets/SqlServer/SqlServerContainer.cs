using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Configures SQL Server's image for deployments. A deployment file must name the image, because its tags are not versions.
/// <see cref="SqlServerDefinition"/> hands the recipe to <c>DeploymentCatalog</c>. The user must accept the vendor's licence in
/// the file, never this code.
/// </summary>
internal static class SqlServerContainer
{
    private const string ExampleImage = "mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04";

    /// <summary>Recipes for compose and Kubernetes.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Container = new()
        {
            Database = SqlServerDefinition.TargetName,
            UserId = 10001,
            Image = string.Empty,
            PinnedImage = ExampleImage,
            Administrator = "sa",
            LicenceVariable = "ACCEPT_EULA",
            Port = 1433,
            DataFolder = "/var/opt/mssql",
            TakesCredentials = true,
            Settings = new(
                EndpointOption.Flag("accept_eula",
                    "whether you accept the vendor's licence of the image, without which it does not start"),
                EndpointOption.Size("memory_limit", "memory of the server (`MSSQL_MEMORY_LIMIT_MB`)")),
            Fault = Fault,

            // The tool reads the password from this variable. Other users could see it on a command line.
            Health = (_, _) => "SQLCMDPASSWORD=\"$MSSQL_SA_PASSWORD\" $(ls -d /opt/mssql-tools*/bin | tail -n 1)/sqlcmd"
                + " -C -S 127.0.0.1 -U sa -Q 'SELECT 1'",

            // The image makes a certificate that no authority has signed.
            Endpoint = (_, nodes) => $"{nodes[0]},1433?trust=true",
            Environment = (deployment, _) =>
            [
                ("ACCEPT_EULA", "Y"), ("MSSQL_SA_PASSWORD", $"{{{deployment.PasswordVariable}}}"),
                .. deployment.Setting("memory_limit") is { } memory
                    ? [("MSSQL_MEMORY_LIMIT_MB", EndpointOption.Mebibytes(memory)!.Value.ToString(CultureInfo.InvariantCulture))]
                    : Array.Empty<(string, string)>(),
            ],
        },
    };

    private static (string Key, string Why)? Fault(Deployment deployment) =>
        deployment.Version is not null
            ? ("version", $"the tags of SQL Server's image are not its versions; write image: {ExampleImage}, or another")
        : deployment.Image is null
            ? ("database", $"SQL Server's image has to be named; write image: {ExampleImage}, or another")
        : deployment.User != "sa"
            ? ("database", "the image knows one login; write credentials: {user: sa, password_env: VARIABLE}")
        : deployment.Setting("accept_eula") is not ("true" or "True")
            ? ("database", "the image starts for those who accept the vendor's licence; read it, and write settings: "
                + "{accept_eula: true}")
        : null;
}
