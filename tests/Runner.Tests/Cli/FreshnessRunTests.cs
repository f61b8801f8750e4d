using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Probes of freshness beside a load of SQLite, as a user asks for them.</summary>
public class FreshnessRunTests
{
    /// <summary>Each process probes its own sources, resumed trials too, and results, tables and verification know it.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_ProbesInTwoProcesses_AreResumedReportedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options =
        [
            "--db=sqlite", "--durability=normal", "--records=100000", "--rate=4000", "--duration=1", "--batch=20",
            "--sources=1+2", "--warmup=0", "--allow-busy", "--freshness=none,200/s", $"--endpoint={file}", "--work-folder",
            folder.Path, "--keep",
        ];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2").Output.ShouldContain("seen p50 ms");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
        var probed = folder.Trials.Where(trial => trial.Freshness is not null).ToList();
        probed.Count.ShouldBe(2);
        probed.ShouldAllBe(trial => trial.Freshness!.Probes > 10 && trial.Freshness.MissedAtFirst == 0);
        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("until a query returned it");
        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--freshness=5/s").Error.ShouldContain("--freshness");
    }
}
