using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Hosts;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Mixes of study 1's 5+3 over two hosts into a database on a third. Slow because each test makes hosts that ssh reaches, and
/// starts a real server on one.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("hosts")]
public sealed class HostMixTests : IDisposable
{
    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// A mix on records that the lanes of both hosts share: their clocks are compared, and each version is judged across them.
    /// </summary>
    /// <param name="mixes">The mixes, of which each is a point.</param>
    /// <param name="threads">How lanes are served: a thread for each without it.</param>
    [Theory]
    [InlineData("read=50,update=50,keys=zipfian:shared;read=40,update=30,insert=20,delete=10")]
    [InlineData("read=50,update=50,keys=zipfian:shared", "--client-threads=2")]
    [Needs("postgres")]
    public void Run_MixFromTwoHosts_IsAuditedAndResumed(string mixes, params string[] threads)
    {
        using var hosts = NetworkHosts.Make("alpha", "beta", "gamma");
        using var nodes = new DeployedNodes(_folder);

        _folder.Commands.Expect(ExitCode.Done, ["run", "--records=500", "--operations=250", "--sources=5@alpha+3@beta",
            "--in-flight=2", "--batch=100", $"--mix={mixes}", .. threads, "--trials=1", "--warmup=0", "--cluster",
            _folder.UpPostgres(hosts, "gamma", "so secret"), "--launcher", hosts.Launcher]);
        _folder.Commands.Expect(ExitCode.Done, "run", "--resume", _folder.Commands.Result, "--trials=2");

        _folder.Commands.Trials.Count.ShouldBe(2 * mixes.Split(';').Length);
        foreach (var trial in _folder.Commands.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.Passed.ShouldBeTrue();
            trial.AcknowledgedOperations.ShouldBe(2_000);
            trial.Hosts!.Select(host => host.Host).ShouldBe(["alpha", "beta"]);
        }
    }
}
