using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A server that is started for a run, from a stand-in for <c>mongod</c> that writes down how it was started.</summary>
public sealed class MongoPrivateServerTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-mongo-own-");

    [Fact]
    [Needs("ferretdb")]
    public void Run_PrivateServer_IsStartedAsAReplicaSetOfOneAndLeavesNothing()
    {
        int process;
        using (var target = new MongoDefinition().Open(Options() with { ServerLimits = new ServerLimits(600L << 20, 1) }))
        {
            target.Describe().Settings[TargetDescription.LimitsSetting].ShouldEndWith(", each server");
            var result = DisturbedTrial.Run(target, 500, static () => { });
            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            process = target.ServerProcesses().Single();
            var description = target.Describe();
            description.Nodes.ShouldBe(1);
            description.Placement.ShouldBe("local");
            description.Endpoint.ShouldBe("private replica set of one");
            description.ServerVersion.ShouldContain("not MongoDB");
            target.ServerMemoryBytes.ShouldBe(600L << 20);
        }

        string arguments = File.ReadAllText(Path.Combine(_folder.FullName, "arguments"));
        arguments.ShouldContain("--replSet dbingest --wiredTigerCacheSizeGB 0.5 ");
        arguments.ShouldContain("--bind_ip 127.0.0.1");
        Directory.Exists($"/proc/{process}").ShouldBeFalse();
        Directory.GetDirectories(_folder.FullName, "dbingest-mongodb-*").ShouldBeEmpty();
    }

    [Fact]
    [Needs("ferretdb")]
    public void Prepare_PrivateServerKilled_StartsItAgain()
    {
        using var target = new MongoDefinition().Open(Options());
        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);

        DisturbedTrial.Signal("KILL", target.ServerProcesses().Single());
        SpinWait.SpinUntil(() => target.ServerProcesses().Count == 0, TimeSpan.FromSeconds(10)).ShouldBeTrue();

        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_PrivateCluster_IsShardsWithAConfigurationServerAndARouter()
    {
        int[] processes;
        using (var target = new MongoDefinition().Open(OptionsOfCluster()))
        {
            var result = DisturbedTrial.Run(target, 500, static () => { });
            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            processes = [.. target.ServerProcesses()];
            processes.Length.ShouldBe(5);
            var description = target.Describe();
            description.Nodes.ShouldBe(3);
            description.Endpoint.ShouldBe("private cluster of 3 shards");
            description.Settings["topology"].ShouldBe("sharded cluster, 1 router(s)");
            description.Settings["settled_by"].ShouldBe("fsync on each of 3 servers");
            foreach (string shard in (string[])["shard1", "shard2", "shard3"])
            {
                int.Parse(description.Settings[$"documents_on_{shard}"], null).ShouldBeInRange(900, 1800);
            }

            // Three caches of 512 MiB, the configuration server's of 256, and 256 for each of the five besides.
            target.ServerMemoryBytes.ShouldBe(((3L * (512 + 256)) + 256 + (2 * 256)) << 20);
        }

        string[] started = File.ReadAllLines(Path.Combine(_folder.FullName, "arguments"));
        started.Count(a => a.StartsWith("mongod ", StringComparison.Ordinal)
            && a.Contains("--wiredTigerCacheSizeGB 0.5 ", StringComparison.Ordinal)
            && a.EndsWith("--shardsvr", StringComparison.Ordinal)).ShouldBe(3);
        started.Single(a => a.EndsWith("--configsvr", StringComparison.Ordinal))
            .ShouldContain("--replSet config --wiredTigerCacheSizeGB 0.25 ");
        started[^1].ShouldStartWith("mongos --configdb config/127.0.0.1:");
        processes.ShouldAllBe(process => !Directory.Exists($"/proc/{process}"));
        Directory.GetDirectories(_folder.FullName, "dbingest-mongodb-*").ShouldBeEmpty();
    }

    [Fact]
    public void Open_ProfileOfStudy1_CompressesNothingAndHasItsMemory()
    {
        var options = OptionsOfCluster();
        using (var target = new MongoDefinition()
            .Open(options with { Endpoint = options.Endpoint + "&profile=study1", Nodes = 4 }))
        {
            target.Describe().Configuration.ShouldContain("study1");
        }

        string[] started = File.ReadAllLines(Path.Combine(_folder.FullName, "arguments"));
        started.Count(a => a.Contains(
            "--wiredTigerCacheSizeGB 1.5 --nounixsocket --wiredTigerCollectionBlockCompressor none "
            + "--wiredTigerJournalCompressor none --wiredTigerIndexPrefixCompression false --shardsvr",
            StringComparison.Ordinal)).ShouldBe(4);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Prepare_RouterOfPrivateClusterKilled_StartsItAgainWithItsShards()
    {
        using var target = new MongoDefinition().Open(OptionsOfCluster());
        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);

        int router = target.ServerProcesses()[^1];
        File.ReadAllText($"/proc/{router}/cmdline").ShouldContain("--configdb");
        DisturbedTrial.Signal("KILL", router);
        SpinWait.SpinUntil(() => target.ServerProcesses().Count == 4, TimeSpan.FromSeconds(10)).ShouldBeTrue();

        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);
        target.ServerProcesses().Count.ShouldBe(5);
    }

    [Fact]
    public void Open_PrivateClusterThatDoesNotStart_SaysWhyAndLeavesNothing()
    {
        var options = OptionsOfCluster();
        string router = Path.Combine(_folder.FullName, "bin", "mongos");
        File.WriteAllText(router, "#!/bin/sh\necho 'no such library' >&2\nexit 127\n");

        var error = Should.Throw<TargetException>(() => new MongoDefinition().Open(options));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("no such library");
        Directory.GetDirectories(_folder.FullName, "dbingest-mongodb-*").ShouldBeEmpty();
    }

    [Fact]
    [Needs("ferretdb")]
    public void Open_SeveralNodesWithoutARouter_SaysWhatIsMissing()
    {
        var error = Should.Throw<TargetException>(() => new MongoDefinition().Open(Options() with { Nodes = 3 }));
        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("mongos");
    }

    [Fact]
    public void Open_NodesOfANamedDeployment_AreRefused() => Should.Throw<ArgumentException>(() => new MongoDefinition().Open(
        new TargetOptions { WorkFolder = "unused", Endpoint = "mongodb://localhost", Nodes = 2 })).Message
            .ShouldContain("--nodes");

    public void Dispose() => _folder.Delete(recursive: true);

    private TargetOptions OptionsOfCluster() => new()
    {
        WorkFolder = _folder.FullName,
        Endpoint = $"?home={MongoServers.StandInOfCluster(_folder.FullName)}",
        Nodes = 3,
        RequestTimeout = TimeSpan.FromSeconds(30),
    };

    private TargetOptions Options()
    {
        return new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = $"?home={MongoServers.StandIn(_folder.FullName)}",
            Nodes = 1,
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }
}
