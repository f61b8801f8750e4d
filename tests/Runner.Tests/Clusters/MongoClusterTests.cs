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
    [Trait("Suite", "Slow")]
    [InlineData(1)]
    [InlineData(3)]
    public void Cluster_FromUpToDown_IsOneReplicaSetThatIsMeasured(int nodes)
    {
        int port = ClusterFolder.FreePort();
        string file = _folder.Write(
            "set.yaml", $"database: mongodb\nprovider: local\nnodes: {nodes}\nport: {port}\nfolder: {_folder.Data}\nhome: "
            + $"{StandIn()}\nsettings: {{cache: 1G, profile: study1}}\n");

        var up = _folder.Report("up", file);

        up.GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        up.GetProperty("deviations").GetArrayLength().ShouldBe(0);
        string hosts = string.Join(',', Enumerable.Range(1, nodes)
            .Select(i => FormattableString.Invariant($"127.0.0.{i}:{port}")));
        up.GetProperty("endpoint").GetString().ShouldBe($"mongodb://{hosts}/?replicaset=dbingest");
        string[] started = File.ReadAllLines(_folder.Commands.File("arguments"));
        started.Length.ShouldBe(nodes);
        started.ShouldAllBe(line => line.EndsWith(
            "--replSet dbingest --wiredTigerCacheSizeGB 1 --nounixsocket --wiredTigerCollectionBlockCompressor none "
            + "--wiredTigerJournalCompressor none --wiredTigerIndexPrefixCompression false", StringComparison.Ordinal));
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--batch=100", "--trials=2", "--warmup=1",
            "--cluster", file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        ResultFolder.Open(_folder.Commands.Result).ReadManifest().Targets.Single().Settings["topology"]
            .ShouldContain("replica set");

        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists($"{_folder.Data}/n1").ShouldBeFalse();
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Cluster_OfNodesWithRoles_IsShardsBehindARouterThatAreMeasured()
    {
        int port = ClusterFolder.FreePort();
        string file = _folder.Write("shards.yaml", $$"""
            database: mongodb
            provider: local
            port: {{port}}
            folder: {{_folder.Data}}
            home: {{StandIn()}}
            nodes: [{name: a, role: data}, {name: b, role: data}, {name: c, role: config}, {name: r, role: router}]
            """);

        var up = _folder.Report("up", file);

        up.GetProperty("is_serving").GetBoolean().ShouldBeTrue(up.ToString());
        up.GetProperty("deviations").GetArrayLength().ShouldBe(0);
        up.GetProperty("endpoint").GetString().ShouldBe(FormattableString.Invariant($"mongodb://127.0.0.4:{port}/"));
        up.GetProperty("nodes").EnumerateArray().Select(node => node.GetProperty("port").GetInt32())
            .ShouldBe([port + 1, port + 1, port + 2, port]);
        string[] started = File.ReadAllLines(_folder.Commands.File("arguments"));
        started.Single(line => line.Contains("/a/data ", StringComparison.Ordinal))
            .ShouldEndWith(" --replSet shard1 --wiredTigerCacheSizeGB 0.5 --nounixsocket --shardsvr");
        started.Single(line => line.Contains("/b/data ", StringComparison.Ordinal)).ShouldContain(" --replSet shard2 ");
        started.Single(line => line.Contains("/c/data ", StringComparison.Ordinal))
            .ShouldEndWith(" --replSet config --wiredTigerCacheSizeGB 0.25 --nounixsocket --configsvr");
        started.Single(line => line.StartsWith("mongos", StringComparison.Ordinal))
            .ShouldStartWith(
            FormattableString.Invariant($"mongos --configdb config/127.0.0.3:{port + 2} --port {port} --bind_ip 127.0.0.4 "));
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--batch=100", "--trials=2", "--warmup=1",
            "--cluster", file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed
            && trial.ServerNodes!.Count == 4);
        ResultFolder.Open(_folder.Commands.Result).ReadManifest().Targets.Single().Settings["topology"]
            .ShouldBe("sharded cluster, 1 router(s)");

        string other = _folder.Write("shards.yaml", File.ReadAllText(file)
            .Replace("{name: b, role: data}", "{name: b, role: config}", StringComparison.Ordinal));
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", other).Error.ShouldContain("role");
        _folder.Write("shards.yaml", File.ReadAllText(file)
            .Replace("{name: b, role: config}", "{name: b, role: data}", StringComparison.Ordinal));
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists($"{_folder.Data}/r").ShouldBeFalse();
    }

    /// <summary>Takes long: two members start over ssh and form a replica set.</summary>
    [Fact]
    [Needs("hosts")]
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
            _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--batch=100", "--trials=1",
                "--warmup=0", "--cluster", file);
            _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed
                && trial.ServerNodes!.Count == 2);
        }
        finally
        {
            _folder.TakeDown();
        }
    }

    [Fact]
    public void Up_WhereOthersReachItOrNoServerIs_IsRefusedWithTheRemedy()
    {
        string open = _folder.Write("open.yaml",
            $"database: mongodb\nprovider: ssh\nnodes: [{{host: alpha, address: 10.1.2.3}}]\nhome: /usr/bin\nfolder: "
            + $"{_folder.Data}\n");
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", open).Error.ShouldContain("insecure: true");

        string none = _folder.Write("none.yaml",
            $"database: mongodb\nprovider: local\nhome: {_folder.Commands.Path}\nfolder: {_folder.Data}\n");
        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", none).Error.ShouldContain("there is no program mongod at");
    }

    private string StandIn()
    {
        string bin = Directory.CreateDirectory(_folder.Commands.File("bin")).FullName;
        foreach (string name in (string[])["mongod", "mongos"])
        {
            string program = Path.Combine(bin, name);
            File.WriteAllText(program,
                $"#!/bin/sh\necho {name} \"$@\" >>'{_folder.Commands.File("arguments")}'\nexec dotnet "
                + $"'{typeof(Deployment).Assembly.Location}' {name} \"$@\"\n");
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        return bin;
    }
}
