using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The PostgreSQL of a sweep, killed as by the kernel when memory is short.</summary>
internal static class KilledServer
{
    /// <summary>Kills it in the first of three trials, and expects that this trial alone fails and says why.</summary>
    public static void ShouldCostTheFirstTrialAlone(CommandFolder folder, RunningCommand command)
    {
        RunningCommand.Signal(ChildProcesses.First(command.Id, "postgres"), "KILL");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.PointsMissing, result.ToString());
        folder.Trials.Count.ShouldBe(3);
        folder.Trials[0].Status.ShouldBe(TrialStatus.Incomplete);
        folder.Trials[0].Error.ShouldNotBeNullOrEmpty();
        folder.Trials.Skip(1).ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
    }
}
