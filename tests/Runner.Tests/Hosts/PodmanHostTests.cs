using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>
/// Sources in containers, through a real podman. Slow because podman takes seconds for each container that it starts, enters and
/// removes.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("podman")]
public sealed class PodmanHostTests
{
    [Fact]
    public void Run_TwoContainers_AreMeasuredAndAKilledParentLeavesNothingThere()
    {
        using var folder = new CommandFolder();
        using var hosts = PodmanHosts.Make(folder, 2, out var names);
        string sources = $"--sources=2@{names[0]}+1@{names[1]}";

        folder.Expect(ExitCode.Done, "--db=null", "--records=10k", "--trials=2", "--warmup=1", sources, "--launcher=podman");
        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 30_000
            && trial.Hosts!.Count == 2);

        using var killed = folder.Start("--db=null", "--records=100M", "--duration=60", "--trials=2", "--warmup=1", sources,
            "--launcher=podman");
        Poll.Until(() => IsWorking(hosts, names[1]), TimeSpan.FromMinutes(1)).ShouldBeTrue();
        killed.Signal("KILL");
        Poll.Until(() => !names.Any(name => IsWorking(hosts, name)), TimeSpan.FromSeconds(30))
            .ShouldBeTrue("nothing stays in a container");
    }

    private static bool IsWorking(PodmanHosts hosts, string name) => hosts.Processes(name)
        .Contains("dbingest worker", StringComparison.Ordinal);
}
