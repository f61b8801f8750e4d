using DbIngest.Targets.Null;

namespace DbIngest.Targets.Tests.Null;

public sealed class BookFolderTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dbingest-test-");

    public void Dispose() => _root.Delete(recursive: true);

    /// <summary>The user's endpoint may have the name of a trial's folder, and folders of the user beside it.</summary>
    [Fact]
    public void Latest_FolderThatTheUserNamed_StaysAndRemovesNone()
    {
        string named = _root.CreateSubdirectory("trial-1").FullName;
        string beside = _root.CreateSubdirectory("trial-2").FullName;

        new BookFolder(named).Latest().Path.ShouldBe(named);

        Directory.Exists(named).ShouldBeTrue();
        Directory.Exists(beside).ShouldBeTrue();
    }

    [Fact]
    public void Latest_FolderOfAnEarlierTrial_IsThatOfTheLatest()
    {
        string root = BookFolder.NewRoot(_root.FullName);
        var first = BookFolder.OfTrial(root, 1);
        var second = BookFolder.OfTrial(root, 2);

        first.Latest().Path.ShouldBe(second.Path);

        Directory.Exists(first.Path).ShouldBeFalse();
    }
}
