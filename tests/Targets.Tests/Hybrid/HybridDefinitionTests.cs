using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Hybrid;

namespace DbIngest.Targets.Tests.Hybrid;

public sealed class HybridDefinitionTests
{
    /// <summary>A host of sources is refused if it has another dialect or provider.</summary>
    [Fact]
    public void FilesOf_PartThatLoadsAFile_ListsIt()
    {
        string dialect = Path.GetTempFileName();
        try
        {
            string endpoint = HybridEndpoint.Join($"Host=db?provider=Npgsql&dialect={dialect}", "db2:9042");

            TargetCatalog.Find("ado+cassandra").FilesOf(endpoint).ShouldBe([dialect]);
        }
        finally
        {
            File.Delete(dialect);
        }
    }
}
