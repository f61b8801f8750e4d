using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>What a server's log reports of its background work, from one call to the next.</summary>
public sealed class LogWatchTests : IDisposable
{
    private static readonly LogSign[] Signs =
    [
        new("a.log", " - Compacting (", "compaction began", "/system"),
        new("a.log", " - Compacted (", "compaction ended", "/system"),
        new("b/c.log", "checkpoint", "checkpoint"),
    ];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-log-");
    private readonly LogWatch _watch;

    public LogWatchTests() => _watch = new LogWatch(_folder.FullName, Signs);

    private string Log => Path.Combine(_folder.FullName, "a.log");

    [Fact]
    public void Take_NewLines_AreToldOnceAndInOrder()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "b"));
        File.WriteAllText(Path.Combine(_folder.FullName, "b", "c.log"), "a checkpoint\n");
        File.WriteAllText(Log, "1 - Compacting (x) [/data/t]\n2 - other\n3 - Compacted (x) 4 to [/data/t]\n");
        _watch.Take().ShouldBe(["compaction began", "compaction ended", "checkpoint"]);
        _watch.Take().ShouldBeEmpty();
        File.AppendAllText(Log, "4 - Compacting (y) [/data/system/t]\n5 - Compacting (z) [/data/t]\n");
        _watch.Take().ShouldBe(["compaction began"]);
    }

    /// <summary>A server writes when it likes: half of a line waits for its other half.</summary>
    [Fact]
    public void Take_LineThatIsNotEnded_IsToldWhenItIs()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "b"));
        File.WriteAllText(Path.Combine(_folder.FullName, "b", "c.log"), string.Empty);
        File.WriteAllText(Log, "1 - Compac");
        _watch.Take().ShouldBeEmpty();
        File.AppendAllText(Log, "ting (x) [/data/t]\n");
        _watch.Take().ShouldBe(["compaction began"]);
    }

    [Fact]
    public void Take_LogBegunAnewOrMissing_GoesOn()
    {
        _watch.Take().ShouldBeEmpty();
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "b"));
        File.WriteAllText(Path.Combine(_folder.FullName, "b", "c.log"), string.Empty);
        File.WriteAllText(Log, new string('x', 100) + "\n");
        _watch.Take().ShouldBeEmpty();
        File.WriteAllText(Log, "1 - Compacted (x) [/data/t]\n");
        _watch.Take().ShouldBe(["compaction ended"]);
    }

    /// <summary>What a call reads is bounded: of a log that grew by more than a mebibyte the end.</summary>
    [Fact]
    public void Take_LogThatGrewByMuch_ReadsTheEnd()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "b"));
        File.WriteAllText(Path.Combine(_folder.FullName, "b", "c.log"), string.Empty);
        File.WriteAllText(Log, "1 - Compacting (x) [/data/t]\n" + string.Concat(Enumerable.Repeat(new string('y', 99) + "\n", 20_000))
            + "2 - Compacted (x) [/data/t]\n");
        _watch.Take().ShouldBe(["compaction ended"]);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
