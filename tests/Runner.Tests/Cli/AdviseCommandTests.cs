using System.Text.Json;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The verb <c>advise</c> from its question to its page, on stores that need no server.</summary>
public class AdviseCommandTests
{
    private static readonly string[] Question = ["advise", "--rate=2k", "--keep=1y", "--limit=p99:10s"];

    private static readonly string[] Short = ["--trials=21", "--warmup=1", "--duration=0.1s", "--batch=10", "--sources=1",
        "--records=200,400,600"];

    [Fact]
    [Trait("Suite", "Slow")]
    public void Advise_TwoStoresAndOneThatIsAbsent_SaysAll_AndResumes()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.PointsMissing,
            [.. Question, .. Short, "--db=null,sqlite,questdb", "--endpoint=questdb=127.0.0.1:1"]);
        result.Output.ShouldContain("null: search 200..20000 records/s for p99:10000ms, up to 21 trials of 0.1s.");
        result.Output.ShouldContain("sqlite: store 200,400,600 records a source, 5 trials each.");
        result.Output.ShouldContain("questdb, not measured: ");
        string advice = Directory.GetDirectories(folder.File("results"), "*-advice").ShouldHaveSingleItem();
        Directory.GetDirectories(advice).Length.ShouldBe(4);
        var stores = Stores(advice);
        stores["sqlite"].GetProperty("disk_bytes").GetDouble().ShouldBeGreaterThan(0);
        stores["sqlite"].GetProperty("interval_disk_bytes").GetProperty("low").GetDouble().ShouldBeGreaterThan(0);
        stores["sqlite"].GetProperty("weakest").GetArrayLength().ShouldBeGreaterThan(2);
        stores["questdb"].GetProperty("verdict").GetString().ShouldBe("not_measured");
        File.Exists(Path.Combine(advice, "advice.html")).ShouldBeTrue();
        File.ReadAllText(Path.Combine(advice, "advice.md")).ShouldContain("## questdb");

        // An interrupted advice lacks the last sweep: it is measured, and nothing else.
        string last = Directory.GetDirectories(advice, "*-sqlite-space").ShouldHaveSingleItem();
        string first = Directory.GetDirectories(advice, "*-sqlite-rate").ShouldHaveSingleItem();
        string journal = File.ReadAllText(Path.Combine(first, "trials.jsonl"));
        Directory.Delete(last, recursive: true);
        folder.Expect(ExitCode.BadArguments, "advise", "--resume", advice, "--out", "elsewhere").Error.ShouldContain("--out: ");
        folder.Expect(ExitCode.BadArguments, "--resume", advice).Error.ShouldContain($"advise --resume {advice}");
        folder.Expect(ExitCode.PointsMissing, "advise", "--resume", advice).Output.ShouldContain("questdb, not measured: ");
        Directory.GetDirectories(advice, "*-sqlite-space").ShouldHaveSingleItem();
        File.ReadAllText(Path.Combine(first, "trials.jsonl")).ShouldBe(journal);

        // Another question of the same folder measures nothing.
        folder.Expect(ExitCode.PointsMissing, "advise", advice, "--keep=2y", "--json").Output.ShouldContain("\"keep\": \"2y\"");
        double year = stores["sqlite"].GetProperty("disk_bytes").GetDouble();
        (Stores(advice)["sqlite"].GetProperty("disk_bytes").GetDouble() / year).ShouldBeInRange(1.9, 2.1);
    }

    [Theory]
    [InlineData("--keep=2", "--keep: '2' is not a time above 0; write 30d or 2y.")]
    [InlineData("--keep=2x", "--keep: '2x' is not a time above 0")]
    [InlineData("--keep=1001y", "--keep: '1001y' is longer than 1000y")]
    [InlineData("--rate=5/source", "--rate: '5/source' is not the rate of all equipment together")]
    [InlineData("--rate=0.000001", "--rate: '0.000001' is too low to search around it; write at least 0.00001")]
    [InlineData("--limit=p99", "--limit: 'p99' is not a limit")]
    [InlineData("--find=p99:1s", "--find: --limit says what to search; leave it out.")]
    [InlineData("--mix=study2-a", "--mix: an advice writes records without it")]
    [InlineData("--blocks=2", "--blocks: a search measures on one deployment; leave it out.")]
    [InlineData("--isolate", "--isolate: a search measures on one deployment; leave it out.")]
    [InlineData("--property=recordcount=5", "--property: an advice writes records; leave it out.")]
    [InlineData("--batch=0", "--batch: ")]
    [InlineData("--batch=10,20", "--batch: an advice answers for one value of it; give one, and ask again for the other.")]
    [InlineData("--disorder=none,10%:1h", "--disorder: an advice answers for one value of it")]
    public void Advise_WhatItCannotDo_IsRefusedBeforeAnything(string argument, string problem)
    {
        using var folder = new CommandFolder();
        string name = argument.Split('=')[0];
        folder.Expect(ExitCode.BadArguments,
                [.. Question.Where(a => a.Split('=')[0] != name), argument]).Error.ShouldContain(problem);
        Directory.Exists(folder.File("results")).ShouldBeFalse();
    }

    /// <summary>A sweep of one store would take the value for that store, as a path or an address.</summary>
    [Fact]
    public void Advise_EndpointThatNamesNoneOfSeveralStores_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, [.. Question, "--db=sqlite,null", "--endpoint=somewhere"]).Error
            .ShouldContain("does not say which of sqlite, null it is for");
        Directory.Exists(folder.File("results")).ShouldBeFalse();
    }

    [Fact]
    public void Advise_WithoutAQuestion_NamesAllThatIsMissing()
    {
        using var folder = new CommandFolder();
        string error = folder.Expect(ExitCode.BadArguments, "advise").Error;
        error.ShouldContain("--rate: it is missing");
        error.ShouldContain("--keep: it is missing");
        error.ShouldContain("--limit: it is missing");
    }

    /// <summary>A folder takes the place of the new state, as a full disk would.</summary>
    [Fact]
    public void Advise_FolderThatCannotBeWritten_SaysHowToGoOn()
    {
        using var folder = new CommandFolder();
        Directory.CreateDirectory(folder.File("advice/advise.json.new"));
        File.WriteAllText(folder.File("advice/advise.json"), JsonSerializer.Serialize(new
        {
            arguments = Question[1..].Append("--db=null"),
            folder = folder.Path,
            missing = new Dictionary<string, string>(),
        }));
        string error = folder.Expect(ExitCode.PointsMissing, "advise", "--resume", "advice").Error;
        error.ShouldContain("no advice can be kept there");
        error.ShouldContain("To go on: ");
        error.ShouldContain("advise --resume advice");
    }

    [Fact]
    public void Advise_ResumedWithAnotherOption_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "advise", "--resume", "nowhere").Error.ShouldContain("not the folder of an advice");
    }

    private static Dictionary<string, JsonElement> Stores(string advice) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(advice, "advice.json"))).RootElement.GetProperty("stores")
            .EnumerateArray().ToDictionary(store => store.GetProperty("store").GetString()!);
}
