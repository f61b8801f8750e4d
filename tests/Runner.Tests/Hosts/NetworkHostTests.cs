using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>Study 1's 5+3 over a network, through real ssh.</summary>
[Trait("Suite", "Slow")]
public sealed class NetworkHostTests
{
    [SkippableFact]
    public void Run_TwoHostsOneFarAway_StartTogetherAndKnowTheirClocksWithinTheWayThere()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta");
        using var folder = new CommandFolder();

        // 5 ms one way and nothing the other: the most that the estimate can be wrong by. It is one machine, so that the true offset is 0.
        double farS = hosts.Disturb("beta", "delay 5ms") ? 0.005 : 0;
        folder.Expect(ExitCode.Done, "--db=null", "--records=20k", "--trials=4", "--warmup=1", "--sources=5@alpha+3@beta", "--launcher", hosts.Launcher);

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

    [SkippableFact]
    public void Run_EverythingOnAHostKilled_IsIncompleteAndTheNextTrialIsNot()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=null", "--records=100M", "--duration=3", "--batch=100", "--trials=3", "--warmup=1", "--sources=1@alpha+1", "--launcher", hosts.Launcher);
        command.WaitForError("trials 1/3");
        Thread.Sleep(1000);
        foreach (int process in hosts.Processes("alpha").Where(IsWorker))
        {
            RunningCommand.Signal(process, "KILL");
        }

        var result = command.Wait();

        folder.Trials.Count.ShouldBe(3, result.ToString());
        folder.Trials.Where(trial => trial.Status != TrialStatus.Complete).ShouldHaveSingleItem().Error!.ShouldContain("on alpha has ended");
        SpinWait.SpinUntil(() => !hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromSeconds(30)).ShouldBeTrue("nothing stays on the host");
    }

    [SkippableFact]
    public void Run_ParentKilled_LeavesNothingOnTheHost()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=null", "--records=100M", "--duration=60", "--trials=2", "--warmup=1", "--sources=1@alpha", "--launcher", hosts.Launcher);
        SpinWait.SpinUntil(() => hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromMinutes(1)).ShouldBeTrue();

        command.Signal("KILL");
        command.Wait();

        SpinWait.SpinUntil(() => !hosts.Processes("alpha").Any(IsWorker), TimeSpan.FromMinutes(1)).ShouldBeTrue("its input has ended");
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
