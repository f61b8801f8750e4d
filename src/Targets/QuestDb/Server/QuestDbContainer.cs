using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.QuestDb.Server;

/// <summary>
/// Declares how QuestDB runs in a container of the vendor's image. <see cref="QuestDbDefinition"/> hands it to
/// <c>DeploymentCatalog</c>. The server requires no login, so the network must be trusted. This class starts nothing itself.
/// </summary>
internal static class QuestDbContainer
{
    /// <summary>The recipe of the vendor's image.</summary>
    public static ContainerRecipe Recipe { get; } = new()
    {
        Database = "questdb",
        UserId = 10001,
        Image = "questdb/questdb:{0}",
        PinnedImage = "docker.io/questdb/questdb:9.0.1",
        Port = 9000,
        DataFolder = "/var/lib/questdb",
        Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/9000'",
        Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 9000)}",
        Environment = (_, _) => [("QDB_TELEMETRY_ENABLED", "false")],
    };
}
