using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Questions beside a load of SQLite and of a hybrid, as a user asks for them.</summary>
public class QueriesRunTests
{
    /// <summary>
    /// Each process asks about its own sources, resumed trials too, and results, tables and verification know it.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_QuestionsInTwoProcesses_AreResumedReportedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options =
        [
            "--db=sqlite", "--durability=normal", "--records=100000", "--rate=4000", "--duration=1", "--batch=20",
            "--sources=1+2", "--warmup=0", "--allow-busy", "--queries=none,80/s", $"--endpoint={file}", "--work-folder",
            folder.Path, "--keep",
        ];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2").Output.ShouldContain("response p50 ms");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
        var asked = folder.Trials.Where(trial => trial.Queries is not null).ToList();
        asked.Count.ShouldBe(2);
        asked.ShouldAllBe(trial => trial.Queries!.Count == 4
            && trial.Queries.All(kind => kind.Response!.Batches > 3 && kind.Errors == 0 && kind.Behind == 0 && kind.Records > 0));
        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("Questions beside the load");
        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--queries=5/s").Error.ShouldContain("--queries");
    }

    /// <summary>The records' database answers each process, with an index on time and without.</summary>
    [Fact]
    [Needs("postgres")]
    public void Run_QuestionsToAHybridInTwoProcesses_AreAnsweredByItsRecordsAndResumed()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite+postgres", "--records=100000", "--rate=4000", "--duration=2", "--batch=100",
            "--sources=1+2", "--warmup=0", "--allow-busy", "--queries=80/s", "--index=key,time", "--trials=1");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2", "--allow-busy");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.Count(trial => trial.Point.HasTimeIndex).ShouldBe(2);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        folder.Trials.ShouldAllBe(trial => trial.Queries!.Count == 4
            && trial.Queries.All(kind => kind.Response!.Batches > 0 && kind.Errors == 0 && kind.Behind == 0 && kind.Records > 0));
    }
}
