using System.Diagnostics;
using System.Security.Cryptography;
using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Hosts;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Deployments on hosts over a network, through real ssh. Slow because each test starts real servers there, and a host's every
/// step is an ssh session.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class HostClusterTests : IDisposable
{
    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>An archive of this machine is unpacked there; the server asks for a password, and encrypts.</summary>
    [Fact]
    [Needs("postgres")]
    [Needs("hosts")]
    public void Up_OnAHost_InstallsServesAndLeavesNothing()
    {
        using var hosts = NetworkHosts.Make("alpha");
        using var nodes = new DeployedNodes(_folder);
        string archive = Archive(DeploymentCatalog.Process("postgres")!.FindHome(null));
        Certificates.Write(_folder.Commands.Path, hosts.Address("alpha"));
        _folder.Commands.With("PLANT_PASSWORD", "so secret");
        string file = _folder.Write("plant.yaml", $$"""
            database: postgres
            provider: ssh
            launcher: {{hosts.Launcher.Replace("\"", "'", StringComparison.Ordinal)}}
            nodes:
              - {host: alpha, address: {{hosts.Address("alpha")}}}
            port: 15432
            folder: {{_folder.Data}}
            home: bin
            install: {archive: server.tar.gz, sha256: {{archive}}}
            credentials: {user: ingest, password_env: PLANT_PASSWORD}
            tls: {authority: ca.crt, certificate: node.crt, key: node.key}
            """);

        var node = _folder.Report("up", file).GetProperty("nodes")[0];
        hosts.Processes("alpha").ShouldContain(node.GetProperty("process_id").GetInt32());
        node.GetProperty("host").GetString().ShouldBe("alpha");
        bool isFar = hosts.Disturb("alpha", "delay 5ms");
        node = _folder.Report("check", file).GetProperty("nodes")[0];
        node.GetProperty("round_trip_s").GetDouble().ShouldBeGreaterThan(isFar ? 0.005 : 0);
        Math.Abs(node.GetProperty("clock_offset_s").GetDouble())
            .ShouldBeLessThanOrEqualTo(node.GetProperty("clock_error_s").GetDouble(), "it is the same clock");
        node.GetProperty("there_bytes_per_s").GetDouble().ShouldBeGreaterThan(0);
        node.GetProperty("back_bytes_per_s").GetDouble().ShouldBeGreaterThan(0);
        node.GetProperty("syncs_per_s").GetDouble().ShouldBeGreaterThan(0);

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=1", "--trials=1", "--warmup=0", "--cluster",
            file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);

        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists(_folder.Data).ShouldBeFalse();
        hosts.Processes("alpha")
            .Where(process => File.ReadAllText($"/proc/{process}/cmdline").Contains(_folder.Data, StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    /// <summary>Takes long: nodes start on two hosts, and the cluster goes on without one of them.</summary>
    [Fact]
    [Needs("cockroach")]
    [Needs("hosts")]
    public void Up_OnTwoHosts_MakesOneClusterWhichAHostMayLeave()
    {
        string home = Path.Combine(Environment.GetEnvironmentVariable("DBINGEST_SERVERS")
            ?? Repository.Shared("servers"), "cockroach");
        using var hosts = NetworkHosts.Make("alpha", "beta");
        using var nodes = new DeployedNodes(_folder);
        string file = _folder.Write("two.yaml", $$"""
            database: cockroach
            provider: ssh
            launcher: {{hosts.Launcher.Replace("\"", "'", StringComparison.Ordinal)}}
            nodes:
              - {host: alpha, address: {{hosts.Address("alpha")}}}
              - {host: beta, address: {{hosts.Address("beta")}}}
            folder: {{_folder.Data}}
            home: {{Path.GetFullPath(home)}}
            settings: {insecure: true, cache: 64M}
            """);

        var report = _folder.Report("up", file);
        report.GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        report.GetProperty("nodes").GetArrayLength().ShouldBe(2);

        foreach (int process in hosts.Processes("beta")
            .Where(process => File.ReadAllText($"/proc/{process}/cmdline").Contains(_folder.Data, StringComparison.Ordinal)))
        {
            RunningCommand.Signal(process, "KILL");
        }

        _folder.Report("check", file, ExitCode.Unreachable).GetProperty("nodes")[1].GetProperty("state").GetString()
            .ShouldBe("stopped");
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
    }

    [Fact]
    public void Up_HostThatCannotBeReached_IsUnreachableAndLeavesNoState()
    {
        string file = _folder.Write("far.yaml",
            $"database: cockroach\nprovider: ssh\nlauncher: sh -c 'echo no route to {{host}} >&2; exit 255; "
            + $"{{command}}'\nnodes: [{{host: alpha}}]\nhome: /nowhere\nsettings: {{insecure: true}}\nfolder: {_folder.Data}\n");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain("alpha cannot be reached: no route to alpha");
        _folder.Report("check", file, ExitCode.Unreachable).GetProperty("nodes")[0].GetProperty("state").GetString()
            .ShouldBe("unreachable");
        var size = _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "size", file);
        size.Output.ShouldContain("n1 is not in it: it is unreachable");
        Directory.GetFiles(_folder.Commands.Path).ShouldBe([file]);
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data").Output
            .ShouldContain("nothing of it was made");
    }

    [Fact]
    public void Check_Interrupted_DoesNotPointToUp()
    {
        string file = _folder.Write("far.yaml",
            "database: cockroach\nprovider: ssh\nlauncher: sh -c 'sleep 600; echo {host} {command}'\nnodes: [{host: alpha}]\n"
            + "home: /nowhere\nsettings: {insecure: true}\n");
        using var check = _folder.Commands.Start("cluster", "check", file);
        check.WaitForError("alpha has not answered for 5 s");
        check.Signal("INT");

        var result = check.Wait();
        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.ShouldContain("Stopping.");
        result.Error.ShouldNotContain("cluster up");
    }

    /// <summary>The vendor's programs as an archive: a link to where they are.</summary>
    /// <returns>What it hashes to.</returns>
    private string Archive(string programs)
    {
        string top = _folder.Commands.File("postgresql");
        Directory.CreateDirectory(top);
        File.CreateSymbolicLink(Path.Combine(top, "bin"), programs);
        string archive = _folder.Commands.File("server.tar.gz");
        using var tar = Process.Start("tar", ["-czf", archive, "-C", _folder.Commands.Path, "postgresql"]);
        tar.WaitForExit();
        return Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(archive)));
    }
}
