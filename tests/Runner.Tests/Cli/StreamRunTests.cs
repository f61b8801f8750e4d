using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Streams that are out of order and sent twice, into SQLite, as a user asks for them.</summary>
public class StreamRunTests
{
    private static readonly string[] Streams =
    [
        "--db=sqlite", "--durability=normal", "--records=2000", "--batch=20", "--sources=1+2", "--in-flight=2", "--warmup=0",
        "--allow-busy", "--disorder=none,10%:10m", "--duplicates=none,5%",
    ];

    /// <summary>Several processes, lanes, resuming and verifying agree on which records are late and sent twice.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_DisorderAndDuplicates_AreAuditedResumedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options = [.. Streams, $"--endpoint={file}", "--work-folder", folder.Path, "--keep"];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(8);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.AcknowledgedRecords == 6000);
        folder.Trials.Count(trial => trial.Repeats is { Expected: Repeats.KeepsBoth, SentTwice: 300, StoredTwice: 300 })
            .ShouldBe(4);
        folder.Trials.Where(trial => trial.Repeats is not null).ShouldAllBe(trial => trial.Audit!.StoredRecords == 6300);
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json")));
        summary.RootElement.GetProperty("points").EnumerateArray().Count(point => point.TryGetProperty("repeats", out var repeats)
            && repeats.GetProperty("expected").GetString() == "keeps_both").ShouldBe(2);
        string report = File.ReadAllText(Path.Combine(folder.Result, "report.md"));
        report.ShouldContain("sent out of order and twice");
        report.ShouldContain("stored twice");

        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--disorder=20%:10m").Error.ShouldContain("--disorder");
    }

    /// <summary>Several processes, lanes, a prefilled table, resuming and verifying agree on which batches are old.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_Backfill_IsAuditedResumedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options =
        [
            "--db=sqlite", "--durability=normal", "--records=2000", "--batch=30", "--sources=1+2", "--in-flight=2", "--warmup=0",
            "--allow-busy", "--backfill=none,20%:30d", "--prefill=100", "--disorder=5%:10m", $"--endpoint={file}",
            "--work-folder", folder.Path, "--keep",
        ];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]).ToString().ShouldNotContain("could not be rehearsed");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.AcknowledgedRecords == 6000);
        string report = File.ReadAllText(Path.Combine(folder.Result, "report.md"));
        report.ShouldContain("20 % of batches from 2592000 s before");
        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "verify", "--db=sqlite", "--records=2000", "--batch=30", "--sources=3",
            "--backfill=20%:30d", $"--endpoint={file}", "--work-folder", folder.Path)
            .Error.ShouldContain("only the result says where the new period of --backfill begins; name its folder.");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--backfill=20%:31d").Error.ShouldContain("--backfill");
    }

    /// <summary>Several processes, lanes, resuming and verifying agree on the series of each record.</summary>
    [Fact]
    public void Run_ManySeries_AreAuditedResumedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options =
        [
            "--db=sqlite", "--durability=normal", "--records=2000", "--batch=30", "--sources=1+2", "--in-flight=2", "--warmup=0",
            "--allow-busy", "--series=5,50:hotspot", "--churn=10%/min", "--prefill=100", "--disorder=5%:10m",
            $"--endpoint={file}", "--work-folder", folder.Path, "--keep",
        ];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.AcknowledgedRecords == 6000);
        string report = File.ReadAllText(Path.Combine(folder.Result, "report.md"));
        report.ShouldContain("50 series a source, 80 % of records to a fifth");
        report.ShouldContain("10 % of series replaced a minute");
        ResultFolder.Open(folder.Result).ReadManifest().Targets.ShouldHaveSingleItem().Settings["table_series"]
            .ShouldContain("an index on source, series and timestamp");
        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--churn=1%/min").Error.ShouldContain("--churn");
    }

    [Fact]
    public void Run_DelayShorterThanTheInterval_IsRefusedBeforeAnythingIsMeasured()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "--db=sqlite", "--disorder=10%:500ms", "--work-folder", folder.Path)
            .Error.ShouldContain("has a record each 1 s");
    }

    [Fact]
    public void Run_MixOnDisorderedRecords_IsAudited()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--records=500", "--batch=50", "--sources=2", "--trials=1", "--warmup=0",
            "--allow-busy", "--disorder=10%:1m", "--mix=read=40,update=30,insert=10,scan=10,delete=10", "--work-folder",
            folder.Path);
        folder.Trials.ShouldHaveSingleItem().Audit!.Passed.ShouldBeTrue();
    }
}
