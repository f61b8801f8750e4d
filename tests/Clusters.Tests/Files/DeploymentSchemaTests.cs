namespace DbIngest.Clusters.Tests.Files;

public class DeploymentSchemaTests
{
    [Fact]
    public void Schema_InTheTree_IsThatOfTheModel() => Repository
        .ShouldBeLocked(Path.Combine(Repository.Clusters, "deployment.schema.json"), DeploymentSchema.Write());
}
