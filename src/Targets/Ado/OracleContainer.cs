using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Declares how Oracle runs in a container of the vendor's image. <see cref="AdoDefinition"/> hands it to
/// <c>DeploymentCatalog</c>, where only tests look it up, to write through Oracle's ADO.NET provider. No deployment can name it.
/// </summary>
internal static class OracleContainer
{
    /// <summary>The recipes for the catalogue.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        RelatedContainers =
        [
            new()
            {
                Database = "ado",
                Name = "oracle",
                Image = string.Empty,
                PinnedImage = "container-registry.oracle.com/database/free:23.5.0.0",
                Administrator = "system",
                Port = 1521,
                DataFolder = "/opt/oracle/oradata",
                Health = (_, _) => "/opt/oracle/checkDBStatus.sh",
                Endpoint = (deployment, nodes) =>
                    $"Data Source=//{ContainerRecipe.Hosts(nodes, 1521)}/FREEPDB1;User Id={deployment.User}?dialect=oracle",
                Environment = (deployment, _) => [("ORACLE_PWD", $"{{{deployment.PasswordVariable}}}")],
            },
        ],
    };
}
