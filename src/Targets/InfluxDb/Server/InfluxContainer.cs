using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// Declares how InfluxDB runs in containers of the vendor's images: version 1 for deployments and runs, version 3 only for tests.
/// <see cref="InfluxDefinition"/> hands it to <c>DeploymentCatalog</c>, where providers and <c>--container</c> find it. A test
/// compares image, port, environment, command and health check with the table in <c>docs/how-to/containers.md</c>.
/// </summary>
internal static class InfluxContainer
{
    private static readonly ContainerRecipe Version1 = new()
    {
        Database = "influxdb",
        UserId = 1000,
        Image = "influxdb:{0}",
        PinnedImage = "docker.io/library/influxdb:1.8.10",
        Port = 8086,
        DataFolder = "/var/lib/influxdb",
        Health = (_, _) => "influx -execute 'SHOW DATABASES'",
        Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8086)}",
    };

    /// <summary>The recipes for the catalogue, including the one that runs InfluxDB 1 as a process.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new InfluxRecipe(),
        Container = Version1,
        RelatedContainers =
        [
            Version1 with
            {
                Name = "influxdb3",
                PinnedImage = "docker.io/library/influxdb:3.1-core",
                Port = 8181,
                DataFolder = "/var/lib/influxdb3/data",
                Command = (_, _) =>
                [
                    "influxdb3", "serve", "--node-id", "dbingest", "--object-store", "file", "--data-dir",
                        "/var/lib/influxdb3/data",
                    "--without-auth",
                ],
                Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/8181'",
                Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8181)}",
            },
        ],
    };
}
