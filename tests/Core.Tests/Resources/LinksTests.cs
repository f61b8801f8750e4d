using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Tests.Resources;

public sealed class LinksTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-links-").FullName;

    [Fact]
    [Needs("linux")]
    public void Followed_FilesFoldersAndLinksToThem_IsTheEndOfTheLinks()
    {
        string file = At("file");
        File.WriteAllText(file, "");
        string first = Link("first", "file");
        string second = Link("second", first);
        string folder = Link("folder", _folder);

        Links.Followed(file).ShouldBe(file);
        Links.Followed(second).ShouldBe(file);
        Links.Followed(Path.GetRelativePath(Environment.CurrentDirectory, file)).ShouldBe(file);
        Links.Followed(folder).ShouldBe(_folder);
        Links.Followed(Link("broken", "none")).ShouldBe(At("none"));
        Should.Throw<IOException>(() => Links.Followed(At("none")));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string At(string name) => Path.Combine(_folder, name);

    private string Link(string name, string target) => File.CreateSymbolicLink(At(name), target).FullName;
}
