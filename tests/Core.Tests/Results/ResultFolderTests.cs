using DbIngest.Core.Results;

namespace DbIngest.Core.Tests.Results;

public sealed class ResultFolderTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-folder-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    /// <summary>A shell completes the path of a folder with a separator.</summary>
    [Theory]
    [InlineData("sweep")]
    [InlineData("sweep/")]
    [InlineData("sweep//")]
    [InlineData("sweep/.")]
    public void Open_AnyPathOfTheFolder_KnowsItsNameAndRoot(string path)
    {
        Directory.CreateDirectory(Path.Combine(_root, "sweep"));
        File.WriteAllText(Path.Combine(_root, "sweep", "manifest.json"), "{}");

        var folder = ResultFolder.Open(Path.Combine(_root, path));

        folder.Name.ShouldBe("sweep");
        folder.Root.ShouldBe(_root);
    }
}
