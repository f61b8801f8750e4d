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

    /// <summary>The folder of all results, as who reads one for the first time may name it.</summary>
    [Fact]
    public void Open_FolderOfResults_NamesTheLastOfThem()
    {
        foreach (string name in (string[])["20260102T030405Z-sqlite", "20260103T030405Z-sqlite"])
        {
            Directory.CreateDirectory(Path.Combine(_root, name));
            File.WriteAllText(Path.Combine(_root, name, "manifest.json"), "{}");
        }

        Directory.CreateDirectory(Path.Combine(_root, "20260104T030405Z-other"));

        Should.Throw<ResultException>(() => ResultFolder.Open(_root)).Message
            .ShouldEndWith($"such as {Path.Combine(_root, "20260103T030405Z-sqlite")}.");
        Should.Throw<ResultException>(() => ResultFolder.Open(Path.Combine(_root, "nowhere"))).Message
            .ShouldEndWith("name a folder that 'dbingest run' made.");
    }
}
