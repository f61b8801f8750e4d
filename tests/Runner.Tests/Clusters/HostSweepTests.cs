using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Hosts;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Study 1's 5+3 over two hosts into a database on others: everything but this program's parent is elsewhere. Slow because each
/// test makes hosts that ssh reaches, and starts real servers on them.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("hosts")]
public sealed class HostSweepTests : IDisposable
{
    private const string Password = "so secret";

    private static readonly string[] Small =
        ["--records=2000", "--sources=5@alpha+3@beta", "--batch=500", "--trials=2", "--warmup=0"];

    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Takes long: three hosts get the program, and a server is installed on one.</summary>
    [Fact]
    [Needs("postgres")]
    public void Run_FiveAndThreeIntoPostgresOnAThirdHost_MeasuresAllThree()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta", "gamma");
        using var nodes = new DeployedNodes(_folder);
        string file = _folder.UpPostgres(hosts, "gamma", Password);

        _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", file, "--launcher", hosts.Launcher]);

        _folder.Commands.Trials.Count.ShouldBe(2);
        foreach (var trial in _folder.Commands.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.StoredRecords.ShouldBe(16_000);
            trial.Hosts!.Select(host => host.Host).ShouldBe(["alpha", "beta"]);
            var node = trial.ServerNodes.ShouldHaveSingleItem();
            node.Node.ShouldBe("n1");
            node.Use.CpuS.ShouldBeGreaterThan(0);
            node.Use.Cores.ShouldBe(Environment.ProcessorCount);
            node.Use.PeakRssBytes.ShouldBeGreaterThan(1 << 20);
            node.Use.WrittenBytes!.Value.ShouldBeGreaterThan(0);
            node.Use.ReceivedBytes!.Value.ShouldBeGreaterThan(16_000 * 9 * 8, "all values came over its network");
            node.Use.SentBytes!.Value.ShouldBeGreaterThan(0);
            node.Machine.ShouldBeNull("it is this machine, of which the trial says it");
            trial.Server!.CpuS.ShouldBe(node.Use.CpuS);
            trial.Samples.ShouldContain(sample => sample.ServerCpuS > 0);
        }

        var limits = ResultFolder.Open(_folder.Commands.Result).ReadManifest().DeploymentLimits!["gamma"].ShouldHaveSingleItem();
        limits.Node.ShouldBe("n1");
        (limits.RoundTripS > 0 && limits.ThereBytesPerS > 0 && limits.BackBytesPerS > 0 && limits.SyncsPerS > 0
            && limits.DiskBytesPerS > 0).ShouldBeTrue(limits.ToString());
        string summary = File.ReadAllText(Path.Combine(_folder.Commands.Result, "summary.json"));
        summary.ShouldContain("network to n1");
        summary.ShouldContain("of its own machine\\u0027s, n1");
    }

    /// <summary>
    /// Without a deployment's file nothing of ours runs on the server's machine: the way there is measured, and no more.
    /// </summary>
    [Fact]
    [Needs("postgres")]
    public void Run_EndpointOnAnotherHost_MeasuresTheRoundTripAndSaysWhatIsNotKnown()
    {
        using var hosts = NetworkHosts.Make("gamma");
        using var nodes = new DeployedNodes(_folder);
        string file = _folder.UpPostgres(hosts, "gamma", Password);
        string endpoint = _folder.Report("check", file).GetProperty("endpoint").GetString()!;

        _folder.Commands.With("DBINGEST_POSTGRES_PASSWORD", Password)
            .Expect(ExitCode.Done, "run", "--db=postgres", $"--endpoint={endpoint}", "--records=2000", "--sources=1",
            "--trials=2", "--warmup=0");

        var manifest = ResultFolder.Open(_folder.Commands.Result).ReadManifest();
        var way = manifest.Targets.ShouldHaveSingleItem().RoundTripsS.ShouldNotBeNull().ShouldHaveSingleItem();
        way.Key.ShouldBe($"{hosts.Address("gamma")}:15432");
        way.Value.ShouldBeInRange(1e-6, 1);
        manifest.DeploymentLimits.ShouldBeNull();
        string summary = File.ReadAllText(Path.Combine(_folder.Commands.Result, "summary.json"));
        summary.ShouldContain($"round trip to {way.Key} ");
        summary.ShouldContain("Bandwidth and disks of servers that are no deployment");
    }

    /// <summary>
    /// Takes over a minute: the program is copied to the hosts, and a cut link is noticed after 30 s of silence.
    /// </summary>
    [Fact]
    [Needs("postgres")]
    public void Run_LinkCutInATrial_IsIncompleteWithTheHostsNameAndTheSweepGoesOn()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta", "gamma");
        using var nodes = new DeployedNodes(_folder);
        string file = _folder.UpPostgres(hosts, "gamma", Password);
        using var command = _folder.Commands.Start(
            "run", "--records=100M", "--duration=4", "--batch=500", "--sources=1@alpha+1@beta", "--trials=3", "--warmup=1",
                "--cluster", file, "--launcher", hosts.Launcher);
        _folder.Commands.WaitForTrial();
        Poll.Until(() => Ingests() > 1, TimeSpan.FromMinutes(5)).ShouldBeTrue();
        Thread.Sleep(1000);
        hosts.Link("alpha", isUp: false);
        Poll.Until(() => _folder.Commands.HasResult && _folder.Commands.Trials.Count > 1, TimeSpan.FromMinutes(10))
            .ShouldBeTrue();
        hosts.Link("alpha", isUp: true);
        var result = command.Wait();

        var trials = _folder.Commands.Trials;
        trials.Count.ShouldBe(3, result.ToString());
        var cut = trials.First(trial => trial.Status != TrialStatus.Complete);
        cut.Status.ShouldBe(TrialStatus.Incomplete);

        // On a busy machine the cut may fall before the start, into the comparison of clocks.
        cut.Error!.ShouldMatch("alpha (was silent for 30 s|does not say what its clock shows)");
        trials[^1].Status.ShouldBe(TrialStatus.Complete, trials[^1].Error);
    }

    /// <summary>Takes over a minute: three hosts get the program, and a ring of three nodes starts on them.</summary>
    [Fact]
    [Needs("cassandra")]
    public void Run_FiveAndThreeIntoARingOverThreeHosts_SpreadsAndAudits()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta", "one", "two", "three");
        using var nodes = new DeployedNodes(_folder);
        string file = _folder.Write("ring.yaml", $$"""
            database: cassandra
            provider: ssh
            launcher: {{hosts.Launcher.Replace("\"", "'", StringComparison.Ordinal)}}
            nodes:
              - {host: one, address: {{hosts.Address("one")}}}
              - {host: two, address: {{hosts.Address("two")}}}
              - {host: three, address: {{hosts.Address("three")}}}
            folder: {{_folder.Data}}
            home: {{CassandraHome.Folder}}
            settings: {heap: 512M, insecure: true}
            """);
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", file, "--launcher", hosts.Launcher]);

        foreach (var trial in _folder.Commands.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.StoredRecords.ShouldBe(16_000);
            trial.ServerNodes!.Select(node => node.Node).ShouldBe(["n1", "n2", "n3"]);
            trial.ServerNodes!.ShouldAllBe(node => node.Use.CpuS > 0 && node.Use.ReceivedBytes > 0 && node.Use.SentBytes > 0);
            trial.Server!.Cores.ShouldBe(Environment.ProcessorCount, "the three are namespaces of one machine");
        }
    }

    /// <summary>Trials that began to write, by the log that the run is writing.</summary>
    private int Ingests()
    {
        using var log = new FileStream(
            Path.Combine(_folder.Commands.Result, "run.log"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var lines = new StreamReader(log);
        return lines.ReadToEnd().Split('\n').Count(line => line.EndsWith(" ingest", StringComparison.Ordinal));
    }
}
