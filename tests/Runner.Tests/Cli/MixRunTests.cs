using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Mixes whose server or program is killed in the middle, in two processes, on records of each lane and on shared ones: what was
/// acknowledged is audited or the trial is incomplete, and the sweep goes on.
/// </summary>
[Needs("postgres")]
public sealed class MixRunTests
{
    private const string OwnRecords = "read=40,update=40,insert=10,delete=10";
    private const string SharedRecords = "read=50,update=50,keys=zipfian:shared";

    [Theory]
    [InlineData(OwnRecords)]
    [InlineData(SharedRecords)]
    public void Run_ServerKilledInAMix_IsIncompleteAndTheNextTrialIsAudited(string mix)
    {
        using var folder = new CommandFolder();
        string[] sweep = ["run", .. Sweep(folder, mix), "--duration=2", "--trials=3", "--retries=0", "--verbose"];
        using var command = folder.Start(sweep);
        command.WaitForError("\ningest\n");
        Thread.Sleep(500);

        KilledServer.ShouldCostTheFirstTrialAlone(folder, command);

        // A trial that is incomplete stays so, and further ones follow it.
        folder.Run("run", "--resume", folder.Result, "--trials=4");
        folder.Trials.Count.ShouldBe(4);
        folder.Trials[3].Status.ShouldBe(TrialStatus.Complete, folder.Trials[3].Error);
    }

    [Theory]
    [InlineData(OwnRecords)]
    [InlineData(SharedRecords)]
    public void Run_ProgramKilledInAMix_IsResumedFromALoadOfItsOwn(string mix)
    {
        using var folder = new CommandFolder();
        using (var command = folder.Start(["run", .. Sweep(folder, mix), "--duration=2", "--trials=3", "--verbose"]))
        {
            command.WaitForError("\ningest\n", times: 2);
            Thread.Sleep(500);
            command.Signal("KILL");
        }

        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result);

        folder.Trials.Count.ShouldBe(3);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed
            && trial.AcknowledgedOperations > 0);
        folder.Trials.ShouldAllBe(trial => trial.Load!.Position == trial.Position, "each loads again what another has changed");
    }

    private static string[] Sweep(CommandFolder folder, string mix) =>
    [
        "--db=postgres", "--records=1000", "--sources=5+3", "--in-flight=2", "--batch=100", $"--mix={mix}", "--warmup=0",
        "--allow-busy", "--work-folder", folder.Path,
    ];
}
