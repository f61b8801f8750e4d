using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>Where a distribution is looked for, if a folder of several has it not and it is installed elsewhere.</summary>
public sealed class HomeFolderTests : IDisposable
{
    private const string Installed = "/opt/voltdb";

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-home-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Or_FolderThatServersLack_GivesWayToTheInstalledOne() =>
        HomeFolder.Or(InServers(Path.Combine(_folder, "voltdb")), Installed).ShouldBe(new HomeFolder(Installed, NamedBy: null));

    [Fact]
    public void Or_FolderThatIsThereOrNothingElse_Stays()
    {
        var lacking = InServers(Path.Combine(_folder, "voltdb"));

        HomeFolder.Or(InServers(_folder), Installed).ShouldBe(InServers(_folder));
        HomeFolder.Or(lacking, installed: null).ShouldBe(lacking);
    }

    /// <summary>A wrong name is reported, and no other distribution taken for it.</summary>
    [Fact]
    public void Or_FolderThatTheUserNames_StaysThoughItIsMissing()
    {
        var named = new HomeFolder("/no/such/folder", NamedBy: null);
        var byVariable = new HomeFolder("/no/such/folder", new ServerHome("VOLTDB_HOME", Folder: null));

        HomeFolder.Or(named, Installed).ShouldBe(named);
        HomeFolder.Or(byVariable, Installed).ShouldBe(byVariable);
    }

    [Fact]
    public void Or_NothingFound_IsTheInstalledOneOrNothing()
    {
        HomeFolder.Or(found: null, Installed)!.Path.ShouldBe(Installed);
        HomeFolder.Or(found: null, installed: null).ShouldBeNull();
    }

    private static HomeFolder InServers(string folder) => new(folder, new ServerHome(HomeFolder.Servers, "voltdb"));
}
