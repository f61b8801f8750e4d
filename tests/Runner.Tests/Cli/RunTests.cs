using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Core.Results;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Tests.Cli;

public class RunTests
{
    [Fact]
    public void Run_DefaultDatabase_DoesACompleteSweep()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, CommandFolder.Small);

        folder.Trials.Count.ShouldBe(6);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Audit!.Passed && t.Point.Database == "sqlite");
        folder.Trials.Sum(t => t.AcknowledgedRecords).ShouldBe(3 * 2 * (500 + 1000));
        Directory.GetFiles(folder.Result).Select(Path.GetFileName).Order(StringComparer.Ordinal)
            .ShouldBe(["manifest.json", "report.html", "report.md", "run.log", "samples.csv", "summary.csv", "summary.json",
                "trials.jsonl"]);
        result.Output.ShouldContain("records/s");
        result.Output.ShouldContain("Report: " + Path.Combine(Path.GetRelativePath(folder.Path, folder.Result), "report.html"));
        result.Output.TrimEnd().ShouldEndWith(Path.GetRelativePath(folder.Path, folder.Result));
        result.Error.ShouldContain("seed 20150331");
        result.Error.ShouldContain("trials 6/6, points 2/2");
        Directory.GetDirectories(folder.File("results")).ShouldBe([folder.Result], "the work folder is removed");
    }

    [Fact]
    public void Run_OutputRedirected_HasNoControlCharacters()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, ["--db=null", "--verbose", .. CommandFolder.Small]);
        (result.Output + result.Error).ShouldAllBe(c => c == '\n' || !char.IsControl(c));
    }

    [Fact]
    public void Run_Json_IsAllOfStandardOutput()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, ["--db=null", "--json", .. CommandFolder.Small]);
        using var json = JsonDocument.Parse(result.Output);
        json.RootElement.GetProperty("points").GetArrayLength().ShouldBe(2);
        var answer = JsonNode.Parse(result.Output)!.AsObject();
        answer["folder"]!.GetValue<string>().ShouldBe(folder.Result);
        answer.Remove("folder");
        answer.ToJsonString()
            .ShouldBe(JsonNode.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json")))!.ToJsonString(),
            "the summary, and where it is");
        result.Error.ShouldContain("Result: ");
    }

    [Fact]
    public void Run_Quiet_SaysNothingButTheResult()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, ["--db=null", "--quiet", .. CommandFolder.Small]);
        result.Error.ShouldBeEmpty();
        result.Output.ShouldContain("Result: ");
    }

    [Fact]
    public void Run_SeveralProcesses_WritesAndAuditsAll()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null,sqlite", "--sources=2+1,3", "--records=1000", "--batch=100", "--trials=2");
        folder.Trials.Count.ShouldBe(8);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.AcknowledgedRecords == 3000 && t.Sources.Count == 3);
        folder.Trials.ShouldAllBe(t => t.Sources.All(s => s.StartedS >= 0 && s.FinishedS <= t.ElapsedS));
    }

    [Fact]
    public void Run_Study1WithOtherRecords_LabelsTheDeviation()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, "--db=null", "--study=1", "--records=1000", "--trials=2", "--batch=100");
        result.Error.ShouldContain(
            "deviates from the protocol: --records is 1000 instead of 10000..330000/10000; --trials is 2 instead of 13");
        File.ReadAllText(Path.Combine(folder.Result, "summary.json")).ShouldContain("\"deviates from the protocol of study 1\"");
        folder.Trials.ShouldAllBe(t => t.Point.Sources.ToString() == "5+3");
    }

    [Fact]
    public void Run_KeptData_CanBeVerifiedAndTamperingIsFound()
    {
        using var folder = new CommandFolder();
        string[] where = ["--endpoint", folder.File("kept.db")];
        folder.Expect(ExitCode.Done, ["--keep", "--records=1000", "--sources=2", "--trials=2", "--warmup=0", .. where]);
        folder.Expect(ExitCode.Done, "verify", folder.Result).Output.ShouldContain("passed");
        folder.Expect(ExitCode.Done, ["verify", "--records=1000", "--sources=2", .. where]);

        folder.Expect(ExitCode.AuditFailed, ["verify", "--records=1000", "--sources=2", "--seed=1", .. where]).Output
            .ShouldContain("FAILED");
        folder.Expect(ExitCode.AuditFailed, ["verify", "--records=1001", "--sources=2", "--json", .. where]).Output
            .ShouldContain("\"missing_records\": 2");
    }

    /// <summary>Its answers were wrong, and nothing says which of its batches were acknowledged.</summary>
    [Fact]
    public void Verify_InvalidTrialThatWasNotReadBack_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--keep", "--records=1000", "--sources=2", "--trials=1", "--warmup=0",
            "--endpoint", folder.File("kept.db"));
        var last = folder.Trials[^1];
        using (var journal = Journal.Open(Path.Combine(folder.Result, "trials.jsonl")))
        {
            journal.Append(last with { Status = TrialStatus.Invalid, Audit = null, Error = "3 wrong answers; gone" });
        }

        folder.Expect(ExitCode.BadArguments, "verify", folder.Result).Error
            .ShouldContain("its last trial is invalid, so what must be stored is not known");
    }

    /// <summary>Of an interrupted run with --keep, no trial's records are there.</summary>
    [Fact]
    public void Verify_KeptRunThatIsNotFinished_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--keep", "--records=1000", "--sources=2", "--trials=3", "--warmup=0",
            "--endpoint", folder.File("kept.db"));
        string journal = Path.Combine(folder.Result, "trials.jsonl");
        File.WriteAllLines(journal, File.ReadAllLines(journal)[..^1]);

        folder.Expect(ExitCode.BadArguments, "verify", folder.Result).Error
            .ShouldContain("is not finished, so the records of its last trial were deleted");
    }

    [Fact]
    public void Verify_KeptRunThatWasExtended_ReadsItsLastTrial()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--keep", "--records=1000", "--sources=2", "--trials=2", "--warmup=0",
            "--endpoint", folder.File("kept.db"));
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--trials=3");

        folder.Expect(ExitCode.Done, "verify", folder.Result).Output.ShouldContain("passed");
    }

    [Fact]
    public void Verify_OtherRehearsalOfTheEnvironment_ReadsTheDataAllTheSame()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--keep", "--records=1000", "--sources=2", "--trials=1", "--warmup=0",
            "--endpoint", folder.File("kept.db"));

        folder.With(SweepOptions.RehearsalVariable, "1").Expect(ExitCode.Done, "verify", folder.Result).Output
            .ShouldContain("passed");
    }

    /// <summary>Of a script whose variable is not set.</summary>
    [Fact]
    public void Verify_EndpointWithoutAFile_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "verify", "--db=sqlite", "--records=10", "--sources=1", "--endpoint=sqlite=").Error
            .ShouldContain("SQLite needs the path of a database file");
    }

    [Fact]
    public void Run_KeepWithoutEndpoint_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "--keep").Error.ShouldContain("--keep: without --endpoint");
    }
}
