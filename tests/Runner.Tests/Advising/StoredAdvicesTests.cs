using DbIngest.Core.Results;
using DbIngest.Runner.Advising;

namespace DbIngest.Runner.Tests.Advising;

/// <summary>Several advices in one answer: none of them wins silently.</summary>
public sealed class StoredAdvicesTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-advices-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void Asked_OneQuestion_IsAskedAgain_ButForWhatTheCommandSays()
    {
        var advices = new StoredAdvices(
            [Advice("a", ["--rate=50k", "--keep=1y", "--limit=p99:1s"]), Advice("b", ["--rate=50k", "--keep=2y", "--batch=10"])]);
        advices.Asked(["--keep=3y"]).ShouldBe(["--rate=50k", "--limit=p99:1s"]);
    }

    [Fact]
    public void Asked_TwoQuestions_AreRefusedByName()
    {
        var (a, b) = (Advice("a", ["--rate=50k", "--keep=1y"]), Advice("b", ["--rate=20k", "--keep=1y"]));
        var refused = Should.Throw<UsageException>(() => new StoredAdvices([a, b]).Asked([]));
        refused.Messages.ShouldBe([$"--rate: the advices asked different things, 50k in {a}, 20k in {b}; say by --rate what is "
            + "asked now."]);
    }

    [Fact]
    public void Missing_StoreThatAnotherFolderMeasured_IsNotMissing()
    {
        var (a, b) = (Advice("a", [], "sqlite", "postgres"), Advice("b", [], "postgres"));
        var missing = new StoredAdvices([a, b]).Missing((folder, store) => folder == a && store == "sqlite");
        missing.Keys.ShouldBe(["postgres"]);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"folder\": \"/\", \"missing\": {}}")]
    [InlineData("null")]
    [InlineData("{")]
    public void Read_AnythingElse_IsNoAdvice(string content)
    {
        File.WriteAllText(Path.Combine(_root, "advise.json"), content);
        Should.Throw<ResultException>(() => new StoredAdvices([_root])).Message
            .ShouldStartWith($"{_root}: not the folder of an advice (");
    }

    /// <summary>Two advices that start in the same second share no folder.</summary>
    [Fact]
    public void Create_ManyAtOnce_EachGetsAFolder()
    {
        using var start = new Barrier(8);
        string[] made = new string[8];
        var threads = Enumerable.Range(0, made.Length).Select(i => new Thread(() =>
        {
            start.SignalAndWait();
            made[i] = new AdviseState([], _root, new Dictionary<string, string>()).Create(_root);
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        made.Distinct().Count().ShouldBe(made.Length);
        Directory.GetDirectories(_root).Order().ShouldBe(made.Order());
        made.ShouldAllBe(folder => AdviseState.IsIn(folder));
    }

    /// <summary>It had stayed for ever. A run's is left to the next run, and a living start's to that start.</summary>
    [Fact]
    public void Create_FolderOfAKilledAdvice_IsRemovedAfterADay()
    {
        const string id = "0123456789abcdef0123456789abcdef";
        string old = Unnamed($".20260101T000000Z-advice-{id}", "advise.json", ageDays: 2);
        string young = Unnamed($".20260102T000000Z-advice-{id}", "advise.json", ageDays: 0);
        string ofARun = Unnamed($".20260103T000000Z-a-{id}", "manifest.json", ageDays: 2);

        new AdviseState([], _root, new Dictionary<string, string>()).Create(_root);

        Directory.Exists(old).ShouldBeFalse();
        Directory.Exists(young).ShouldBeTrue();
        Directory.Exists(ofARun).ShouldBeTrue();
    }

    private string Unnamed(string name, string file, int ageDays)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, file), "{}");
        Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddDays(-ageDays));
        return folder;
    }

    private string Advice(string name, string[] arguments, params string[] missing)
    {
        string folder = Path.Combine(_root, name);
        new AdviseState(arguments, _root, missing.ToDictionary(store => store, _ => "It is absent.")).Write(folder);
        return folder;
    }
}
