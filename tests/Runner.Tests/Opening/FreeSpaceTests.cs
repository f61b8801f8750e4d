using DbIngest.Runner.Opening;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Opening;

public sealed class FreeSpaceTests
{
    [Fact]
    public void Under_FolderThatDoesNotExist_IsThatOfItsParent()
    {
        using var folder = new CommandFolder();
        FreeSpace.Under(folder.File("to/be/made")).ShouldNotBeNull().ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// A work folder may be a link to a folder of another disk. That of the kernel's figures has no space at all.
    /// </summary>
    [Fact]
    [Needs("linux")]
    public void Under_LinkToAnotherDisk_IsThatOfTheDisk()
    {
        using var folder = new CommandFolder();
        Directory.CreateSymbolicLink(folder.File("link"), "/proc");
        FreeSpace.Under(folder.File("link")).ShouldBe(0);
    }
}
