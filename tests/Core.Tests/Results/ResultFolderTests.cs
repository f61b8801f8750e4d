using DbIngest.Core.Plan;
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

    /// <summary>Two runs that start in the same second share no folder, and no folder is seen without its manifest.</summary>
    [Fact]
    public void Create_ManyAtOnceWithOneName_EachGetsAFolder()
    {
        using var start = new Barrier(8);
        string[] made = new string[8];
        var threads = Enumerable.Range(0, made.Length).Select(i => new Thread(() =>
        {
            start.SignalAndWait();
            made[i] = ResultFolder.Create(_root, Manifest).Path;
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        made.Distinct().Count().ShouldBe(made.Length);
        Directory.GetDirectories(_root).Order().ShouldBe(made.Order());
        made.ShouldAllBe(path => File.Exists(Path.Combine(path, "manifest.json")));
    }

    /// <summary>
    /// A start that was killed before its folder had its name leaves one without results. Those of living starts stay, and all
    /// that hold anything else than a manifest.
    /// </summary>
    [Fact]
    public void Create_FoldersOfKilledStarts_AreRemovedWhenNoStartLives()
    {
        const string id = "0123456789abcdef0123456789abcdef";
        string old = Unnamed($".20260101T000000Z-a-b-{id}", "manifest.json", "manifest.json.new");
        string young = Unnamed($".20260102T000000Z-a-{id}", "manifest.json");
        string measured = Unnamed($".20260103T000000Z-a-{id}", "manifest.json", "trials.jsonl");
        string other = Unnamed(".hidden-by-user", "manifest.json");
        foreach (string folder in (string[])[old, measured, other])
        {
            Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddDays(-2));
        }

        string made = ResultFolder.Create(_root, Manifest).Path;

        Directory.GetDirectories(_root).Order(StringComparer.Ordinal)
            .ShouldBe(((string[])[young, measured, other, made]).Order(StringComparer.Ordinal));
        Directory.GetFiles(measured).Length.ShouldBe(2);
    }

    /// <summary>One that cannot be removed, such as another account's, keeps none of the others.</summary>
    [Fact]
    public void Create_FolderOfAKilledStartThatCannotBeRemoved_KeepsNoOther()
    {
        string[] folders = [.. Enumerable.Range(0, 20).Select(i => Unnamed($".20260101T000000Z-a-{i:x32}"))];

        // What has the name of a file and is a folder cannot be deleted as a file.
        Directory.CreateDirectory(Path.Combine(folders[9], "manifest.json"));
        foreach (string folder in folders)
        {
            Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddDays(-2));
        }

        ResultFolder.Create(_root, Manifest);

        folders.Where(Directory.Exists).ShouldBe([folders[9]]);
    }

    /// <summary>A stranger's folder may hold a link under the name that a file has until it is whole.</summary>
    [Theory]
    [InlineData("notes.txt")]
    [InlineData("nowhere.txt")]
    public void WritePrices_TemporaryNameIsALink_LeavesItsTargetAlone(string target)
    {
        string notes = Path.Combine(_root, "notes.txt");
        File.WriteAllText(notes, "mine");
        var folder = ResultFolder.Create(_root, Manifest);
        File.CreateSymbolicLink(folder.PricesFile + ".new", Path.Combine(_root, target));
        Prices.TryParse("0.12/h", out var prices).ShouldBeTrue();

        folder.WritePrices(prices!);

        File.ReadAllText(notes).ShouldBe("mine");
        File.Exists(Path.Combine(_root, "nowhere.txt")).ShouldBeFalse();
        new FileInfo(folder.PricesFile).LinkTarget.ShouldBeNull();
        folder.ReadPrices().ShouldBe(prices);
    }

    private string Unnamed(string name, params string[] files)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_root, name)).FullName;
        files.ToList().ForEach(file => File.WriteAllText(Path.Combine(folder, file), "{}"));
        return folder;
    }

    private static Manifest Manifest { get; } = new()
    {
        Name = "n",
        StartedUtc = DateTimeOffset.UnixEpoch,
        CommandLine = string.Empty,
        Arguments = [],
        Configuration = null!,
        Environment = null!,
        Targets = [],
    };
}
