using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The journal is the only truth, and still a user may lose it: what was made of it is then the only trace.</summary>
public sealed class LostTrialTests(LostTrialTests.Sweeps sweeps) : IClassFixture<LostTrialTests.Sweeps>
{
    [Fact]
    public void Report_JournalEmptied_SaysWhatIsGoneAndKeepsWhatWas()
    {
        using var folder = Measured();
        string was = File.ReadAllText(At(folder, "summary.json"));
        string page = File.ReadAllText(At(folder, "report.html"));
        File.WriteAllText(At(folder, "trials.jsonl"), "");

        folder.Expect(ExitCode.PointsMissing, "report", folder.Result).Error
            .ShouldContain("trials.jsonl has lost 6 of the 6 trials");

        File.ReadAllText(At(folder, "summary.json.bak")).ShouldBe(was);
        File.ReadAllText(At(folder, "report.html.bak")).ShouldBe(page);
        File.ReadAllText(At(folder, "summary.json")).ShouldNotBe(was);
        folder.Expect(ExitCode.PointsMissing, "report", folder.Result)
            .Error.ShouldNotContain("has lost", customMessage: "what is there now knows no more");
        File.ReadAllText(At(folder, "summary.json.bak")).ShouldBe(was);

        // What was kept still knows them.
        folder.Expect(ExitCode.BadArguments, "run", "--resume", folder.Result).Error
            .ShouldContain("summary.json.bak knows them all");
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--force");
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result).Error.ShouldContain("nothing is left to measure");
    }

    /// <summary>As after a run that was killed in its first trial.</summary>
    [Fact]
    public void CheckArchiveAndPublish_NoTrial_SaySo()
    {
        using var folder = Measured();
        File.WriteAllText(At(folder, "trials.jsonl"), "");
        File.Delete(At(folder, "summary.json"));
        folder.Expect(ExitCode.PointsMissing, "report", folder.Result);

        folder.Expect(ExitCode.Done, "report", "--check", folder.Result).Output.ShouldContain("trials.jsonl it holds no trial");
        folder.Expect(ExitCode.PointsMissing, "archive", folder.Result, "--licence=CC0-1.0");
        folder.Expect(ExitCode.PointsMissing, "publish", folder.Result, "--out=site");
    }

    [Fact]
    public void Report_JournalCutTwice_KeepsBoth()
    {
        using var folder = Measured();
        Cut(folder, 1);
        folder.Run("report", folder.Result).Error.ShouldContain("has lost 1 of the 6 trials");
        Cut(folder, 2);
        folder.Run("report", folder.Result).Error.ShouldContain("has lost 2 of the 5 trials");
        File.Exists(At(folder, "summary.json.bak")).ShouldBeTrue();
        File.Exists(At(folder, "summary.json.bak2")).ShouldBeTrue();
    }

    /// <summary>
    /// The points of a search are the tried rates in rising order, so a lower one comes before all others. The warm-up and the
    /// first step share a rate, so that the points differ in the number of their trials.
    /// </summary>
    [Fact]
    public void Report_SearchThatTriedALowerRate_HasLostNothing()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--find=p99:10s", "--find-rates=1k..1M", "--duration=0.1s", "--batch=10",
            "--sources=1", "--trials=21", "--warmup=1");
        var (last, sweep) = (folder.Trials[^1], ResultFolder.Open(folder.Result).ReadManifest().Configuration);

        // On a busy machine the search may fall to the lowest rate of its range.
        var lowest = sweep.Search!.At(sweep.Points[0], 999);
        using (var journal = Journal.Open(At(folder, "trials.jsonl")))
        {
            journal.Append(last with { Point = lowest, Trial = last.Trial + 1, Position = last.Position + 1 });
        }

        folder.Run("report", folder.Result).Error.ShouldNotContain("has lost");

        File.Exists(At(folder, "summary.json.bak")).ShouldBeFalse();
        Cut(folder, 2);
        folder.Run("report", folder.Result).Error.ShouldContain("has lost 2 of the ");
    }

    [Fact]
    public void Report_JournalGone_ChangesNothing()
    {
        using var folder = Measured();
        string was = File.ReadAllText(At(folder, "summary.json"));
        File.Delete(At(folder, "trials.jsonl"));
        folder.Expect(ExitCode.BadArguments, "report", folder.Result).Error
            .ShouldContain("trials.jsonl is gone: summary.json knows 6 trials");
        File.ReadAllText(At(folder, "summary.json")).ShouldBe(was);
    }

    /// <summary>Both use the trials that are left. A side that has lost all of its trials fails no gate.</summary>
    [Fact]
    public void CompareAndAdvise_JournalCut_SayWhatIsLost()
    {
        using var folder = Measured();
        using var whole = Measured();
        Cut(folder, 2);

        folder.Run("compare", folder.Result, whole.Result).Error.ShouldContain("trials.jsonl has lost 2 of the 6 trials");
        folder.Run("compare", whole.Result, folder.Result).Error.ShouldContain("trials.jsonl has lost 2 of the 6 trials");
        folder.Run("compare", "--history", folder.Result).Error.ShouldContain("trials.jsonl has lost 2 of the 6 trials");
        folder.Run("advise", folder.Result, "--rate=1k", "--keep=1d", "--limit=p99:1s").Error
            .ShouldContain("trials.jsonl has lost 2 of the 6 trials");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Resume_JournalLost_MeasuresAgainByForceOnly(bool gone)
    {
        using var folder = Measured();
        if (gone)
        {
            File.Delete(At(folder, "trials.jsonl"));
        }
        else
        {
            Cut(folder, 2);
        }

        folder.Expect(ExitCode.BadArguments, "run", "--resume", folder.Result).Error
            .ShouldContain(gone ? "is gone" : "has lost 2 of the 6 trials");
        File.Exists(At(folder, "trials.jsonl")).ShouldBe(!gone);
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--force");
        folder.Trials.Count.ShouldBe(6);
        folder.Expect(ExitCode.BadArguments, "run", "--db=null", "--force").Error
            .ShouldContain("--force: a new sweep replaces nothing");
    }

    [Fact]
    public void ReportAndCompare_FilesThatExist_AreReplacedByForceOnly()
    {
        using var folder = Measured();
        Directory.CreateDirectory(folder.File("out"));
        File.WriteAllText(folder.File("out/report.html"), "mine");
        File.WriteAllText(folder.File("out/compare.html"), "mine");
        string other = folder.File("other");
        Directory.CreateDirectory(other);
        File.Copy(At(folder, "manifest.json"), Path.Combine(other, "manifest.json"));
        File.Copy(At(folder, "trials.jsonl"), Path.Combine(other, "trials.jsonl"));
        string[] report = ["report", folder.Result, "--out=out"];
        string[] compare = ["compare", folder.Result, other, "--out=out"];

        folder.Expect(ExitCode.BadArguments, report).Error.ShouldContain("report.html exists already");
        folder.Expect(ExitCode.BadArguments, compare).Error.ShouldContain("compare.html exists already");
        folder.Expect(ExitCode.BadArguments, "report", folder.Result, other, "--out", folder.Result).Error
            .ShouldContain("--force");
        File.ReadAllText(folder.File("out/report.html")).ShouldBe("mine");
        File.ReadAllText(folder.File("out/compare.html")).ShouldBe("mine");

        folder.Expect(ExitCode.Done, [.. report, "--force"]);
        folder.Run([.. compare, "--force"]).Error.ShouldNotContain("exists already");
        File.ReadAllText(folder.File("out/report.html")).ShouldNotBe("mine");
        File.ReadAllText(folder.File("out/compare.html")).ShouldNotBe("mine");
        folder.Expect(ExitCode.Done, "report", folder.Result);
    }

    private CommandFolder Measured() => sweeps.OfNull.Copy();

    private static string At(CommandFolder folder, string name) => Path.Combine(folder.Result, name);

    private static void Cut(CommandFolder folder, int lines) =>
        File.WriteAllLines(At(folder, "trials.jsonl"), File.ReadAllLines(At(folder, "trials.jsonl"))[..^lines]);

    /// <summary>What the tests start from.</summary>
    public sealed class Sweeps : IDisposable
    {
        internal FinishedSweep OfNull { get; } = new(["--db=null", .. CommandFolder.Small]);

        public void Dispose() => OfNull.Dispose();
    }
}
