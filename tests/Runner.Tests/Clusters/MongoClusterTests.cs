using DbIngest.Core.Results;
using DbIngest.Mongo.Endpoint;
using DbIngest.Runner.Tests.Hosts;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>Replica sets on this machine, with a stand-in for MongoDB's server.</summary>
public sealed class MongoClusterTests : IDisposable
{
    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Cluster_FromUpToDown_IsOneReplicaSetThatIsMeasured(int nodes)
    {
        int port = ClusterFolder.FreePort();
        string file = _folder.Write(
            "set.yaml", $"database: mongodb\nprovider: local\nnodes: {nodes}\nport: {port}\nfolder: {_folder.Data}\nhome: {StandIn()}\nsettings: {{cache: 1G, profile: study1}}\n");

        var up = _folder.Report("up", file);

        up.GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        up.GetProperty("deviations").GetArrayLength().ShouldBe(0);
        string hosts = string.Join(',', Enumerable.Range(1, nodes).Select(i => FormattableString.Invariant($"127.0.0.{i}:{port}")));
        up.GetProperty("endpoint").GetString().ShouldBe($"mongodb://{hosts}/?replicaset=dbingest");
        string[] started = File.ReadAllLines(_folder.Commands.File("arguments"));
        started.Length.ShouldBe(nodes);
        started.ShouldAllBe(line => line.EndsWith(
            "--replSet dbingest --wiredTigerCacheSizeGB 1 --nounixsocket --wiredTigerCollectionBlockCompressor none --wiredTigerJournalCompressor none --wiredTigerIndexPrefixCompression false", StringComparison.Ordinal));
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--batch=100", "--trials=2", "--warmup=1", "--cluster", file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        ResultFolder.Open(_folder.Commands.Result).ReadManifest().Targets.Single().Settings["topology"].ShouldContain("replica set");

        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists($"{_folder.Data}/n1").ShouldBeFalse();
    }

    [SkippableFact]
    public void Up_OnTwoHosts_IsOneReplicaSet()
    {
        using var hosts = NetworkHosts.Make("alpha", "beta");
        string file = _folder.Write("two.yaml", $$"""
            database: mongodb
            provider: ssh
            launcher: {{hosts.Launcher.Replace("\"", "'", StringComparison.Ordinal)}}
            nodes:
              - {host: alpha, address: {{hosts.Address("alpha")}}}
              - {host: beta, address: {{hosts.Address("beta")}}}
            folder: {{_folder.Data}}
            home: {{StandIn()}}
            settings: {insecure: true}
            """);
        try
        {
            var up = _folder.Report("up", file);

            up.GetProperty("is_serving").GetBoolean().ShouldBeTrue();
            up.GetProperty("deviations").GetArrayLength().ShouldBe(0);
            _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--batch=100", "--trials=2", "--warmup=1", "--cluster", file);
            _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed && trial.ServerNodes!.Count == 2);
        }
        finally
        {
            _folder.TakeDown();
        }
    }

    [Fact]
    public void Up_WhereOthersReachItOrNoServerIs_IsRefusedWithTheRemedy()
    {
        string open = _folder.Write("open.yaml", $"database: mongodb\nprovider: ssh\nnodes: [{{host: alpha, address: 10.1.2.3}}]\nhome: /usr/bin\nfolder: {_folder.Data}\n");
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", open).Error.ShouldContain("insecure: true");

        string none = _folder.Write("none.yaml", $"database: mongodb\nprovider: local\nhome: {_folder.Commands.Path}\nfolder: {_folder.Data}\n");
        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", none).Error.ShouldContain("there is no program mongod at");
    }

    private string StandIn()
    {
        string bin = Directory.CreateDirectory(_folder.Commands.File("bin")).FullName;
        string program = Path.Combine(bin, "mongod");
        File.WriteAllText(program, $"#!/bin/sh\necho \"$@\" >>'{_folder.Commands.File("arguments")}'\nexec dotnet '{typeof(Deployment).Assembly.Location}' mongod \"$@\"\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return bin;
    }
}
