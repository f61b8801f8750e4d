using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Hosts;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Sources on two hosts through a service that somebody else has started, which asks for a key and whose store is on a third
/// host. Slow because each test makes hosts that ssh reaches, and starts a real server.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("hosts")]
[Needs("postgres")]
public sealed class HostServiceTests : IDisposable
{
    private const string Key = "sOtGhVq2k7Zt4hJ0QxWb";
    private const string Password = "so secret";

    private readonly ClusterFolder _folder = new();
    private readonly NetworkHosts _hosts = NetworkHosts.Make("alpha", "beta", "gamma");
    private readonly DeployedNodes _nodes;
    private readonly string _endpoint;
    private readonly int _port = ClusterFolder.FreePort();

    public HostServiceTests()
    {
        _nodes = new DeployedNodes(_folder);
        _folder.Commands.With("DBINGEST_POSTGRES_PASSWORD", Password).With(ServiceAddress.KeyVariable, Key);
        string file = _folder.UpPostgres(_hosts, "gamma", Password);
        _endpoint = _folder.Report("check", file).GetProperty("endpoint").GetString()!;
    }

    public void Dispose()
    {
        _nodes.Dispose();
        _hosts.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Run_FiveAndThreeThroughAServiceElsewhere_IsAuditedAndTellsNoKey()
    {
        using var service = Serve();
        using var run = Start("--sources=5@alpha+3@beta", "--records=2000", "--batch=500", "--trials=2", "--warmup=0");
        var told = new List<string>();
        while (!run.HasExited)
        {
            told.AddRange(_hosts.Processes("alpha").Select(CommandOf));
            Thread.Sleep(200);
        }

        var result = run.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Done, result.ToString());
        _folder.Commands.Trials.Count.ShouldBe(2);
        foreach (var trial in _folder.Commands.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.StoredRecords.ShouldBe(16_000);
            trial.Hosts!.Select(host => host.Host).ShouldBe(["alpha", "beta"]);
        }

        told.ShouldContain(command => command.Contains("--elsewhere", StringComparison.Ordinal));
        foreach (string text in (IEnumerable<string>)[.. told, result.Output, result.Error, service.Error,
            .. Directory.GetFiles(_folder.Commands.Result).Select(File.ReadAllText)])
        {
            text.ShouldNotContain(Key);
            text.ShouldNotContain(Password);
        }
    }

    [Fact]
    public void Run_ServiceKilledInATrial_IsIncompleteAndResumedBehindANewOne()
    {
        string[] lost;
        using (var service = Serve())
        using (var run = Start("--sources=1@alpha+1@beta", "--records=100M", "--duration=3", "--batch=200", "--trials=4",
            "--warmup=1", "--verbose"))
        {
            run.WaitForError("\ningest\n", times: 2);
            Thread.Sleep(1000);
            service.Signal("KILL");
            run.Wait();
            lost = [.. _folder.Commands.Trials.Where(trial => trial.Status != TrialStatus.Complete)
                .Select(trial => trial.Error!)];
        }

        lost.ShouldNotBeEmpty();
        lost.ShouldAllBe(error => error.Contains($"{_hosts.Here}:{_port}"));
        using var another = Serve();
        _folder.Commands.Run("run", "--resume", _folder.Commands.Result);

        var last = _folder.Commands.Trials.Last(trial => trial.Trial == 4);
        last.Status.ShouldBe(TrialStatus.Complete, last.Error);
        last.Audit!.Passed.ShouldBeTrue();
    }

    private RunningCommand Start(params string[] load) => _folder.Commands.Start(
        ["run", "--db=postgres", $"--endpoint={_endpoint}", $"--via=http://{_hosts.Here}:{_port}", "--launcher", _hosts.Launcher,
            .. load]);

    /// <summary>Serves the store from this machine, which is none of the hosts.</summary>
    private RunningCommand Serve()
    {
        var service = _folder.Commands.Start(
            "serve", "--db=postgres", $"--endpoint={_endpoint}", $"--listen={_hosts.Here}:{_port}");
        service.WaitForError("Requests need an API key");
        return service;
    }

    private static string CommandOf(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/cmdline");
        }
        catch (IOException)
        {
            return string.Empty;
        }
    }
}
