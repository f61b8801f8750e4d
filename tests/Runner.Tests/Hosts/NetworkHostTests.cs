using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>
/// Study 1's 5+3 over a network, through real ssh. Slow because each test makes hosts, and trials must last long enough for one
/// to be lost in their middle.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("hosts")]
public sealed class NetworkHostTests
{
    [Fact]
    public void Run_TwoHostsOneFarAway_StartTogetherAndKnowTheirClocksWithinTheWayThere()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta");
        using var folder = new CommandFolder();

        // 5 ms one way and nothing the other: the most that the estimate can be wrong by. It is one machine, so that the true
        // offset is 0.
        double farS = hosts.Disturb("beta", "delay 5ms") ? 0.005 : 0;
        folder.Expect(ExitCode.Done, "--db=null", "--records=20k", "--trials=4", "--warmup=1", "--sources=5@alpha+3@beta",
            "--launcher", hosts.Launcher);

        folder.Trials.Count.ShouldBe(4);
        foreach (var trial in folder.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.StoredRecords.ShouldBe(160_000);
            trial.Hosts!.Select(host => host.Host).ShouldBe(["alpha", "beta"]);
            trial.Hosts!.ShouldAllBe(host => Math.Abs(host.ClockOffsetS) <= host.ClockErrorS);
            trial.Hosts![1].ClockErrorS.ShouldBeGreaterThanOrEqualTo(farS / 2);
            trial.Client!.CpuS.ShouldBeGreaterThan(0);
        }

    }

    [Fact]
    public void Run_EverythingOnAHostKilled_IsIncompleteAndTheNextTrialIsNot()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=null", "--records=100M", "--duration=3", "--batch=100", "--trials=3", "--warmup=1",
            "--sources=1@alpha+1", "--launcher", hosts.Launcher);
        folder.WaitForTrial();
        Thread.Sleep(1000);
        foreach (int process in hosts.Processes("alpha").Where(IsWorker))
        {
            RunningCommand.Signal(process, "KILL");
        }

        var result = command.Wait();

        folder.Trials.Count.ShouldBe(3, result.ToString());
        folder.Trials.Where(trial => trial.Status != TrialStatus.Complete).ShouldHaveSingleItem().Error!
            .ShouldContain("on alpha has ended");
        Poll.Until(() => !hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromSeconds(30))
            .ShouldBeTrue("nothing stays on the host");
    }

    [Fact]
    public void Run_ParentKilled_LeavesNothingOnTheHost()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=null", "--records=100M", "--duration=60", "--trials=2", "--warmup=1",
            "--sources=1@alpha", "--launcher", hosts.Launcher);
        Poll.Until(() => hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromMinutes(1)).ShouldBeTrue();

        command.Signal("KILL");
        command.Wait();

        Poll.Until(() => !hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromMinutes(1))
            .ShouldBeTrue("its input has ended");
    }

    [Fact]
    public void Run_ProgramCopiedAndInterrupted_LeavesNothingHalfMadeAndIsCopiedByTheNextRun()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var folder = new CommandFolder();
        string launcher =
            hosts.Launcher.Replace("exec ", $"exec env XDG_CACHE_HOME={folder.File("cache")} ", StringComparison.Ordinal);
        string cache = Path.Combine(folder.File("cache"), "dbingest");
        string[] run = ["--db=null", "--records=2k", "--trials=2", "--warmup=1", "--sources=1@alpha+1", "--host-program=copy",
            "--launcher", launcher];

        // Each acknowledgement comes late, so that the copy takes some seconds.
        if (hosts.Disturb("alpha", "delay 300ms"))
        {
            using var command = folder.Start(run);
            command.WaitForError("Copying this program to alpha");
            command.Signal("INT");
            command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
            Poll.Until(() => Directory.GetDirectories(cache).Length == 0, TimeSpan.FromSeconds(30))
                .ShouldBeTrue("the host's shell removes what it has");
            hosts.Disturb("alpha", "delay 0ms");
        }

        folder.Expect(ExitCode.Done, run).Error.ShouldContain("Copying this program to alpha");
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
        Directory.GetDirectories(cache).ShouldHaveSingleItem();
    }

    private static bool IsWorker(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/cmdline").Contains("--elsewhere", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }
}
