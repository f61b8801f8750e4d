using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresRecipeTests
{
    /// <summary>PostgreSQL takes a number without a unit for one of pages of 8 KiB.</summary>
    [Theory]
    [InlineData("?shared_buffers=512", "shared_buffers=512MB")]
    [InlineData("?shared_buffers=1g", "shared_buffers=1GB")]
    [InlineData("?max_wal_size=2G", "max_wal_size=2GB")]
    [InlineData("?max_connections=100", "max_connections=100")]
    public void Plan_Setting_HasTheUnitThatTheServerReads(string settings, string written) =>
        Plan(settings, "/nodes/n1").Command.ShouldContain(written);

    /// <summary>The setting is a list of folders with commas between them, and a socket's path has 107 bytes at most.</summary>
    [Fact]
    public void Plan_FolderThatNoSocketCanHave_HasItByARelativePath() =>
        Plan(null, "/nodes/a,b/n1").Command.ShouldContain("unix_socket_directories=.");

    /// <summary>Nodes start in their folders, where a relative path leads elsewhere.</summary>
    [Fact]
    public void FindHome_RelativeFolder_IsMadeWhole() =>
        new PostgresRecipe().FindHome("programs").ShouldBe(Path.GetFullPath("programs"));

    private static PlannedNode Plan(string? settings, string folder)
    {
        var recipe = new PostgresRecipe();
        return recipe.Plan(new ServerOrder
        {
            Nodes = [new("n1", "127.0.0.1", folder)],
            Port = 5432,
            Home = "/programs",
            Settings = recipe.Settings.Read(settings),
        }).Nodes[0];
    }
}
