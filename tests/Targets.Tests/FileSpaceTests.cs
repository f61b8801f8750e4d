namespace DbIngest.Targets.Tests;

public sealed class FileSpaceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-space-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    [Needs("linux")]
    public void OfFolder_SparseAndFullFile_TellsLengthFromBlocks()
    {
        using (var sparse = File.Create(Path.Combine(_folder, "sparse")))
        {
            sparse.SetLength(10_000_000);
        }

        Directory.CreateDirectory(Path.Combine(_folder, "sub"));
        using (var full = File.Create(Path.Combine(_folder, "sub", "full")))
        {
            full.Write(new byte[100_000]);
            full.Flush(flushToDisk: true);
        }

        var space = FileSpace.OfFolder(_folder);

        space.ApparentBytes.ShouldBe(10_100_000);
        space.AllocatedBytes.ShouldNotBeNull().ShouldBeInRange(100_000, 1_000_000);
    }

    /// <summary>A server deletes the folder of a dropped table in its own time.</summary>
    [Fact]
    public void OfFolders_OneIsGone_TellsTheOthers()
    {
        File.WriteAllBytes(Path.Combine(_folder, "a"), new byte[100]);

        FileSpace.OfFolders([_folder, Path.Combine(_folder, "gone")]).ApparentBytes.ShouldBe(100);
        Should.Throw<DirectoryNotFoundException>(() => FileSpace.OfFolder(Path.Combine(_folder, "gone")));
    }

    /// <summary>A link to nowhere stands for a file that is removed between its listing and its measurement.</summary>
    [Fact]
    [Needs("linux")]
    public void OfFolder_FileGoneWhileMeasured_TellsTheBlocksOfTheOthers()
    {
        File.WriteAllBytes(Path.Combine(_folder, "full"), new byte[100_000]);
        File.CreateSymbolicLink(Path.Combine(_folder, "gone"), Path.Combine(_folder, "nowhere"));

        FileSpace.OfFolder(_folder).AllocatedBytes.ShouldNotBeNull();
    }

    [Fact]
    public void OfFiles_Missing_CountsNothing() =>
        FileSpace.OfFiles([Path.Combine(_folder, "absent")]).ApparentBytes.ShouldBe(0);
}
