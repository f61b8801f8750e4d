using System.Text.Json;
using System.Text.Json.Nodes;

namespace DbIngest.Runner.Tests.Cli;

public sealed class OtherVerbsTests(OtherVerbsTests.Sweeps sweeps) : IClassFixture<OtherVerbsTests.Sweeps>
{
    [Fact]
    public void Targets_Json_ListsEveryDatabase()
    {
        using var folder = new CommandFolder();
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "targets", "--json").Output);
        json.RootElement.EnumerateArray().Select(t => t.GetProperty("name").GetString()).ShouldContain("sqlite");
        json.RootElement.EnumerateArray().ShouldAllBe(t => t.GetProperty("contracts").GetArrayLength() > 0);
        json.RootElement.EnumerateArray().First(t => t.GetProperty("name").GetString() == "cassandra").GetProperty("model")
            .GetString().ShouldBe("WideColumn");
        string list = folder.Expect(ExitCode.Done, "targets").Output;
        list.ShouldContain("postgres");
        list.IndexOf("relational", StringComparison.Ordinal)
            .ShouldBeLessThan(list.IndexOf("wide column", StringComparison.Ordinal));
        Directory.GetFileSystemEntries(folder.Path).ShouldBeEmpty("it changes nothing");
    }

    [Fact]
    public void Targets_PortClosed_SaysWhyNot()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, "targets", "--json", "--db=postgres", "--endpoint=127.0.0.1:1");
        using var json = JsonDocument.Parse(result.Output);
        json.RootElement[0].GetProperty("usable").GetBoolean().ShouldBeFalse();
        json.RootElement[0].GetProperty("detail").GetString().ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public void Compare_LinkToTheSameFolder_IsRefused()
    {
        using var folder = sweeps.Small.Copy();
        Directory.CreateSymbolicLink(folder.File("latest"), folder.Result);
        folder.Expect(ExitCode.BadArguments, "compare", folder.Result, "latest").Error
            .ShouldContain($"{folder.Result} is given twice");
    }

    /// <summary>A CI that keeps the page would not miss it.</summary>
    [Fact]
    public void Compare_PageThatCannotBeWritten_IsNoSuccess()
    {
        using var folder = sweeps.Small.Copy();
        using var other = sweeps.Small.Copy();
        File.WriteAllText(folder.File("file"), string.Empty);

        folder.Expect(ExitCode.PointsMissing, "compare", folder.Result, other.Result, "--out=file/page").Error
            .ShouldContain("the comparison cannot be written");
        folder.Expect(ExitCode.PointsMissing, "compare", "--history", folder.Result, "--out=file/page").Error
            .ShouldContain("the history cannot be written");
    }

    /// <summary>An address of no machine (RFC 5737), as one of another machine or a port for root alone would be.</summary>
    [Fact]
    public void Serve_AddressOfAnotherMachine_IsRefusedWithTheRemedy()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("keys.txt"), new string('k', 32));
        folder.Expect(ExitCode.BadArguments, "serve", "--db=sqlite", "--endpoint=served.db", "--key-file=keys.txt",
            "--listen=192.0.2.1:8480").Error.ShouldContain("--listen: 192.0.2.1:8480 cannot be listened on (");
    }

    [Fact]
    public void Plan_Sweep_MeasuresAPilotAndLeavesNothing()
    {
        using var folder = new CommandFolder();
        using var json = JsonDocument.Parse(folder.Expect(
            ExitCode.Done, "plan", "--json", "--db=sqlite", "--records=1000,50000", "--sources=2", "--trials=10").Output);
        var plan = json.RootElement;
        plan.GetProperty("points").GetInt32().ShouldBe(2);
        plan.GetProperty("trials").GetInt32().ShouldBe(20);
        plan.GetProperty("records").GetInt64().ShouldBe(10 * 2 * 51_000);
        plan.GetProperty("raw_bytes").GetInt64().ShouldBe(10 * 2 * 51_000 * 96);
        plan.GetProperty("estimated_s").GetDouble().ShouldBeGreaterThan(0);
        var target = plan.GetProperty("targets")[0];
        target.GetProperty("bytes_per_record").GetDouble().ShouldBeInRange(60, 200);
        target.GetProperty("disk_needed_bytes").GetInt64().ShouldBeGreaterThan(100_000 * 60);
        plan.GetProperty("disk_free_bytes").GetInt64().ShouldBeGreaterThan(0);
        Directory.GetFileSystemEntries(folder.Path).ShouldBeEmpty();
    }

    /// <summary>The file may lie on another disk than the work folder.</summary>
    [Fact]
    [Needs("linux")]
    public void Plan_FileOfAnEndpoint_ComparesTheDiskOfTheFile()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine("/dev/shm", Path.GetRandomFileName());
        try
        {
            using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "plan", "--json", "--db=sqlite", "--records=100",
                "--sources=2", "--trials=2", $"--endpoint={file}").Output);
            json.RootElement.GetProperty("disk_free_bytes").GetInt64()
                .ShouldBeLessThanOrEqualTo(new DriveInfo("/dev/shm").TotalSize);
        }
        finally
        {
            foreach (string path in Directory.GetFiles("/dev/shm", Path.GetFileName(file) + "*"))
            {
                File.Delete(path);
            }
        }
    }

    [Fact]
    public void Plan_SweepLargerThanTheDisk_SaysSoAndExitsWith4()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.PointsMissing, "plan", "--db=sqlite", "--records=1G", "--sources=8");
        result.Output.ShouldContain("IT DOES NOT FIT");
        result.Output.ShouldContain("durability");
        result.Output.ShouldNotContain("nodes", customMessage: "no target of this plan has any");
    }

    /// <summary>All mixes of a database had had the figures of one of them.</summary>
    [Fact]
    public void Plan_SeveralMixes_MeasuresAPilotForEach()
    {
        using var folder = new CommandFolder();
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "plan", "--json", "--db=sqlite", "--records=1000",
            "--sources=1", "--batch=20,40", "--trials=3", "--mix=read=100;update=100").Output);
        json.RootElement.GetProperty("targets").EnumerateArray().Select(target => target.GetProperty("mix").GetString())
            .ShouldBe(["read=100", "update=100"]);
        json.RootElement.GetProperty("not_piloted").EnumerateArray().Select(axis => axis.GetString()).ShouldBe(["batch"]);
    }

    /// <summary>The pilot has fewer records than the points: still each of 32 lanes has some of them.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Plan_Study2_RunsItsPilotWithAMix()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "plan", "--study=2", "--db=sqlite", "--records=10k").Output
            .ShouldContain("5 points, 65 trials");
    }

    [Fact]
    public void Report_ReproduceStudy2_SetsPublishedMeansBeside()
    {
        using var folder = sweeps.Small.Copy();
        using var json =
            JsonDocument.Parse(folder.Expect(ExitCode.Done, "report", "--reproduce=study2", "--json", folder.Result).Output);
        json.RootElement.GetProperty("means").GetArrayLength().ShouldBe(15);
        folder.Expect(ExitCode.Done, "report", "--reproduce=study2", "--hdr", folder.Result).Output.ShouldContain("68,103");
        File.ReadAllText(Path.Combine(folder.Result, "hdr", "001.hlog")).ShouldContain("Tag=batch,");
    }

    [Fact]
    public void Report_ReproduceStudy1_SaysOfEachFindingWhetherItHolds()
    {
        using var folder = sweeps.Small.Copy();
        using var json =
            JsonDocument.Parse(folder.Expect(ExitCode.Done, "report", "--reproduce=study1", "--json", folder.Result).Output);
        var findings = json.RootElement.GetProperty("findings").EnumerateArray().ToList();
        findings.Count.ShouldBeGreaterThan(10);
        findings.ShouldAllBe(finding => finding.GetProperty("verdict")
            .GetString() == "not_measured", "the null target is none of the study's");
        folder.Expect(ExitCode.Done, "report", "--reproduce=study1", folder.Result).Output.ShouldContain("not measured");
        folder.Expect(ExitCode.BadArguments, "report", "--reproduce=study9", folder.Result).Error.ShouldContain("study1");
    }

    [Fact]
    public void Report_DeletedSummaries_AreTheSameAgain()
    {
        using var folder = sweeps.Small.Copy();
        string[] files = ["summary.json", "summary.csv", "samples.csv"];
        var before = files.Select(f => File.ReadAllText(Path.Combine(folder.Result, f))).ToList();
        Array.ForEach(files, f => File.Delete(Path.Combine(folder.Result, f)));

        using var json =
            JsonDocument.Parse(folder.Expect(ExitCode.Done, "report", "--json", folder.Result, folder.Result).Output);
        json.RootElement.GetArrayLength().ShouldBe(2);
        files.Select(f => File.ReadAllText(Path.Combine(folder.Result, f))).ShouldBe(before);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Report_SeveralResults_WritesOneReportOfAll()
    {
        using var folder = sweeps.Small.Copy();
        string copy = Copy(folder, "other", secondsATrial: 2);
        var result = folder.Expect(ExitCode.Done, "report", folder.Result, copy, "--quiet", "--reproduce=study1", "--out=both");
        result.Output.Trim().ShouldBe("Report: " + Path.Combine("both", "report.html"));

        // The copy's trials were given other times: the journal tells.
        result.Error.Trim().ShouldStartWith($"{copy}: changed since it was written.");
        Directory.GetFileSystemEntries(folder.File("both")).Select(Path.GetFileName).Order(StringComparer.Ordinal)
            .ShouldBe(["figures", "report.html", "report.md", "reproduction.json"]);
        File.ReadAllText(folder.File(Path.Combine("both", "report.html"))).ShouldContain("Study 1 today");
        folder.Expect(ExitCode.BadArguments, "report", copy, "--reproduce=study9").Error.ShouldContain("study1");
        folder.Expect(ExitCode.BadArguments, "report").Error.ShouldContain("no result folder");

        folder.Expect(ExitCode.Done, "compare", copy, Copy(folder, "twin", secondsATrial: 2), "--out=cmp").Output
            .ShouldContain("Report: " + Path.Combine("cmp", "compare.html"));
    }

    [Fact]
    public void Compare_SlowerResult_HasItsOwnExitCode()
    {
        using var folder = sweeps.OnePoint.Copy();
        string fast = Copy(folder, "fast", secondsATrial: 1);
        string slow = Copy(folder, "slow", secondsATrial: 10);

        var same = folder.Expect(ExitCode.Done, "compare", fast, Copy(folder, "twin", secondsATrial: 1), "--threshold=50");
        same.Output.ShouldContain("B/A");
        folder.Expect(ExitCode.ThresholdExceeded, "compare", fast, slow, "--threshold=50");
        folder.Expect(ExitCode.Done, "compare", slow, fast, "--threshold=50", "--json").Output
            .ShouldContain("\"is_regression\": false");

        // A slip of the pen must not pass as "no regression".
        folder.Expect(ExitCode.BadArguments, "compare", fast, fast + "/", "--threshold=50").Error.ShouldContain(
            "give each folder once");
    }

    [Fact]
    public void Compare_ResultsOfALowConfidence_AreComparedAtTheSmallestLevel()
    {
        using var folder = sweeps.OnePoint.Copy();
        string a = Copy(folder, "a", secondsATrial: 1, confidence: 0.5);
        string b = Copy(folder, "b", secondsATrial: 1.01, confidence: 0.5);
        folder.Run("compare", a, b, "--json", "--threshold=0.1").Output.ShouldContain("\"confidence\": 0.8");
        folder.Expect(ExitCode.Done, "report", a);
    }

    [Fact]
    public void Compare_Against_PutsTheVarianceBetweenRunsIntoTheInterval()
    {
        using var folder = sweeps.OnePoint.Copy();
        string[] a = [Copy(folder, "a1", 1), Copy(folder, "a2", 1.3), Copy(folder, "a3", 1.15)];
        string[] b = [Copy(folder, "b1", 1.2), Copy(folder, "b2", 1.35), Copy(folder, "b3", 1.05)];
        folder.Expect(ExitCode.ThresholdExceeded, "compare", a[0], b[0]).Output.ShouldContain("One run a side");
        folder.Expect(ExitCode.Done, ["compare", .. a, "--against", .. b]).Output.ShouldContain("3 runs of A, 3 of B");
        folder.Expect(ExitCode.Done, ["compare", .. a, "--against", b[0], "--json"]).Output.ShouldContain("\"a_runs\": 3");
        folder.Expect(ExitCode.BadArguments, "compare", a[0], a[1], "--against", a[1]).Error.ShouldContain("given twice");
        folder.Expect(ExitCode.BadArguments, "compare", "--against", a[1]).Error.ShouldContain("nothing to compare with");
        folder.Expect(ExitCode.BadArguments, "compare", a[0], a[1], "--gate=mean").Error.ShouldContain("interval, estimate");
    }

    [Fact]
    public void Compare_History_FindsTheChangeAndFailsOnlyWhenAsked()
    {
        using var folder = sweeps.OnePoint.Copy();
        string[] runs =
        [
            .. Enumerable.Range(0, 12).Select(run => Copy(folder, $"run{run:00}", (run < 8 ? 1 : 1.5) + (run % 2 * 0.001))),
        ];
        string[] history = ["compare", "--history", .. runs];
        var shown = folder.Expect(ExitCode.Done, [.. history, "--out=history"]);
        shown.Output.ShouldContain("1 of 1 line with a change point");
        shown.Output.ShouldContain("33.3 % slower");
        File.Exists(folder.File("history/history.html")).ShouldBeTrue();
        File.ReadAllLines(folder.File("history/history.csv")).Length.ShouldBe(13);
        folder.Expect(ExitCode.BadArguments, [.. history, "--out=history"]).Error.ShouldContain("--force");
        folder.Expect(ExitCode.ThresholdExceeded, [.. history, "--last=6"]).Output.ShouldContain("FAILS");
        folder.Expect(ExitCode.Done, [.. history, "--last=2", "--json"]).Output.ShouldContain("\"fewest_runs\": 8");
        folder.Expect(ExitCode.BadArguments, [.. history, "--threshold=5"]).Error.ShouldContain("give --last COUNT too");
        folder.Expect(ExitCode.BadArguments, [.. history, "--last=0"]).Error.ShouldContain("--last: '0'");
        folder.Expect(ExitCode.BadArguments, [.. history, "--against", folder.Result]).Error
            .ShouldContain("--against: a history");
        folder.Expect(ExitCode.BadArguments, "compare", runs[0], runs[1], "--last=3").Error.ShouldContain("add --history");
        folder.Expect(ExitCode.BadArguments, "compare", "--history").Error.ShouldContain("--history: 0 folders");
    }

    /// <summary>A build that loses records must not pass as one that is fast.</summary>
    [Fact]
    public void Compare_AuditThatFailed_IsSaidAndFailsWhereItIsNew()
    {
        using var folder = sweeps.OnePoint.Copy();
        string whole = Copy(folder, "whole", 1);
        string losing = Copy(folder, "losing", 1, invalidTrial: 6);
        folder.Expect(ExitCode.ThresholdExceeded, "compare", whole, losing).Output.ShouldContain("INVALID: B failed its audit");
        folder.Expect(ExitCode.Done, "compare", losing, whole).Output.ShouldContain("INVALID: A failed its audit");
        string said = folder.Expect(ExitCode.Done, "compare", "--history", whole, losing).Error;
        said.ShouldContain($"{losing}: the audit failed at 1 of 1 points");
        said.ShouldNotContain($"{whole}: the audit failed");
    }

    [Fact]
    public void Run_BeyondALimit_HasTheGatesExitCodeAndSaysWhichPoint()
    {
        using var folder = new CommandFolder();
        string[] run = ["--db=sqlite", .. CommandFolder.Small];
        var failed = folder.Expect(ExitCode.ThresholdExceeded, [.. run, "--fail-above", "bytes:1,p99:10s"]);
        failed.Output.ShouldContain("FAILS: db=sqlite");
        failed.Output.ShouldContain("Not judged: db=sqlite", customMessage: "two trials have no interval of a percentile");
        folder.Expect(ExitCode.Done, "--db=sqlite", "--records=500", "--trials=1", "--warmup=0", "--fail-below=sqlite:1G").Output
            .ShouldContain("Not judged: db=sqlite");
        folder.Expect(ExitCode.Done, [.. run, "--fail-below=1", "--fail-above=sqlite:p99:100s,bytes:100000"])
            .Output.ShouldNotContain("FAILS");
    }

    /// <summary>The null target, which stores nothing, is judged only by its name.</summary>
    [Fact]
    public void Run_GateThatJudgesNothing_SaysSo()
    {
        using var folder = new CommandFolder();
        string said = folder.Expect(ExitCode.Done, ["--db=null", .. CommandFolder.Small, "--fail-below=1",
            "--fail-above=null:bytes:140"]).Output;
        said.ShouldContain("Not judged: throughput below 1 records/s: null stores nothing and is judged only by its name;");
        said.ShouldContain("bytes a record none (not measured)");
    }

    [Theory]
    [InlineData("--fail-below=fast", "--fail-below: 'fast' is not a throughput")]
    [InlineData("--db=null --fail-below=fast", "in records/s; write 100k, or null:100k for one database")]
    [InlineData("--fail-below=postgres:1k", "--fail-below: 'postgres' is not measured")]
    [InlineData("--fail-above=p99:50", "--fail-above: 'p99:50' is not a limit")]
    [InlineData("--fail-above=p101:50ms", "--fail-above: 'p101:50ms' is not a limit")]
    [InlineData("--fail-above=99", "--fail-above: '99' is not a limit")]
    public void Run_NotALimit_IsRefusedBeforeAnythingIsMeasured(string options, string message)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, options.Split(' ')).Error.ShouldContain(message);
        folder.HasResult.ShouldBeFalse();
    }

    [Fact]
    public void Compare_NothingInCommon_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=100", "--sources=1", "--trials=2", "--out=a");
        folder.Expect(ExitCode.Done, "--db=null", "--records=200", "--sources=1", "--trials=2", "--out=b");
        var result = folder.Expect(
            ExitCode.BadArguments, "compare", Directory.GetDirectories(folder.File("a"))
                .Single(), Directory.GetDirectories(folder.File("b")).Single());
        result.Output.ShouldBeEmpty();
        result.Error.Trim().ShouldNotContain("\n");
        result.Error.ShouldContain(
            "no point in common, so no ratio can be given: records/source is 100 in A, 200 in B. To see them side by side:");
    }

    [Fact]
    public void Compare_SearchesWithOtherLimits_NamesTheLimits()
    {
        using var folder = new CommandFolder();
        string Found(string limit)
        {
            string place = limit.Replace(':', '-');
            folder.Expect(ExitCode.Done, "--db=null", $"--find={limit}", "--find-rates=1k..20k", "--duration=0.1s", "--batch=10",
                "--sources=1", "--trials=21", "--warmup=1", $"--out={place}");
            return Directory.GetDirectories(folder.File(place)).Single();
        }

        folder.Expect(ExitCode.BadArguments, "compare", Found("p99:10s"), Found("p99:20s")).Error.ShouldContain(
            "no ratio can be given: the limit of --find is p99:10000ms in A, p99:20000ms in B. To see them side by side:");
    }

    /// <summary>The same result with other times: what this machine happens to reach must not decide.</summary>
    private static string Copy(CommandFolder folder, string name, double secondsATrial, double? confidence = null,
        int? invalidTrial = null)
    {
        string copy = folder.File(name);
        Directory.CreateDirectory(copy);
        var manifest = JsonNode.Parse(File.ReadAllText(Path.Combine(folder.Result, "manifest.json")))!;
        manifest["configuration"]!["confidence"] = confidence ?? 0.95;
        File.WriteAllText(Path.Combine(copy, "manifest.json"), manifest.ToJsonString());
        File.WriteAllLines(Path.Combine(copy, "trials.jsonl"), File.ReadLines(Path.Combine(folder.Result, "trials.jsonl"))
            .Select(line =>
        {
            var entry = JsonNode.Parse(line)!;
            if (entry["trial"] is { } trial)
            {
                double seconds = secondsATrial * (1 + (0.01 * (trial.GetValue<int>() % 3)));
                entry["elapsed_s"] = seconds;
                entry["records_per_s"] = entry["acknowledged_records"]!.GetValue<long>() / seconds;
                entry["status"] = trial.GetValue<int>() == invalidTrial ? "invalid" : entry["status"]!.GetValue<string>();
            }

            return entry.ToJsonString();
        }));
        return copy;
    }

    /// <summary>What the tests start from.</summary>
    public sealed class Sweeps : IDisposable
    {
        internal FinishedSweep Small { get; } = new(["--db=null", .. CommandFolder.Small]);

        internal FinishedSweep OnePoint { get; } = new("--db=null", "--records=1000", "--sources=1");

        public void Dispose()
        {
            Small.Dispose();
            OnePoint.Dispose();
        }
    }
}
