using DbIngest.Targets.Catalogue;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A run starts a private server only of databases whose pages say so.</summary>
public sealed class StartedDatabaseTests
{
    /// <summary>Otherwise <c>--db mysql</c> would measure MariaDB, which has the programs and the protocol.</summary>
    [Theory]
    [InlineData("mysql", false)]
    [InlineData("mariadb", true)]
    [InlineData("sqlserver", false)]
    [InlineData("couchbase", false)]
    [InlineData("postgres", true)]
    public void StartsServer_EachDatabase_IsWhatItsPageSays(string database, bool starts)
    {
        var definition = TargetCatalog.Find(database);

        definition.StartsServer.ShouldBe(starts);
        definition.Options.All.Any(option => option.Name == "home").ShouldBe(database == "mariadb");
    }
}
