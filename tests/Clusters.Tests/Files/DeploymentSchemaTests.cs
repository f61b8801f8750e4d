using DbIngest.Clusters.Files;

namespace DbIngest.Clusters.Tests.Files;

public class DeploymentSchemaTests
{
    private static string File => Path.Combine(Repository.Clusters, "deployment.schema.json");

    /// <summary>DBINGEST_LOCK=1 brings the file up to date.</summary>
    [Fact]
    public void Schema_InTheTree_IsThatOfTheModel()
    {
        if (Environment.GetEnvironmentVariable("DBINGEST_LOCK") == "1")
        {
            System.IO.File.WriteAllText(File, DeploymentSchema.Write());
        }

        System.IO.File.ReadAllText(File).ShouldBe(DeploymentSchema.Write());
    }
}
