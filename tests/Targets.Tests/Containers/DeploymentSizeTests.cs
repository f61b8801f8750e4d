using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Tests.Containers;

public sealed class DeploymentSizeTests
{
    [Theory]
    [InlineData("512", "512M")]
    [InlineData("512M", "512M")]
    [InlineData("2G", "2G")]
    public void Size_OfASetting_HasAUnitInTheContainersEnvironment(string written, string expected)
    {
        var deployment = new Deployment
        {
            Name = "ring",
            Database = "cassandra",
            Provider = "compose",
            Nodes = [new("n1", null, "172.31.77.11", "/data")],
            Port = 9042,
            Settings = new Dictionary<string, string>(StringComparer.Ordinal) { ["heap"] = written },
        };

        deployment.Size("heap").ShouldBe(expected);
        deployment.Size("cache").ShouldBeNull();
        DeploymentCatalog.Container("cassandra")!.Environment(deployment, deployment.Nodes[0])
            .ShouldContain(("MAX_HEAP_SIZE", expected));
    }
}
