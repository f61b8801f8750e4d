using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>
/// Declares how ClickHouse runs in a container of the vendor's image. <see cref="ClickHouseDefinition"/> hands it to
/// <c>DeploymentCatalog</c>, where providers and <c>--container</c> find it. It starts nothing itself. A test compares it with
/// the table in <c>docs/how-to/containers.md</c>.
/// </summary>
internal static class ClickHouseContainer
{
    /// <summary>The recipes for the catalogue.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new ClickHouseRecipe(),
        Container = new()
        {
            Database = "clickhouse",
            UserId = 101,
            Image = "clickhouse/clickhouse-server:{0}",
            PinnedImage = "docker.io/clickhouse/clickhouse-server:25.3",
            Port = 8123,
            DataFolder = "/var/lib/clickhouse",
            Health = (_, _) => "clickhouse-client --query 'SELECT 1'",
            Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8123)}",
            Environment = (_, _) => [("CLICKHOUSE_SKIP_USER_SETUP", "1")],
        },
    };
}
