using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A server that is started for a run, from a stand-in for <c>mongod</c> that writes down how it was started.</summary>
public sealed class MongoPrivateServerTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-mongo-own-");

    [SkippableFact]
    public void Run_PrivateServer_IsStartedAsAReplicaSetOfOneAndLeavesNothing()
    {
        int process;
        using (var target = new MongoDefinition().Open(Options()))
        {
            var result = DisturbedTrial.Run(target, 500, static () => { });
            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            process = target.ServerProcesses().Single();
            var description = target.Describe();
            description.Nodes.ShouldBe(1);
            description.Placement.ShouldBe("local");
            description.Endpoint.ShouldBe("private replica set of one");
            description.ServerVersion.ShouldContain("not MongoDB");
            target.ServerMemoryBytes.ShouldBe((512L + 256) << 20);
        }

        string arguments = File.ReadAllText(Path.Combine(_folder.FullName, "arguments"));
        arguments.ShouldContain("--replSet dbingest --wiredTigerCacheSizeGB 0.5 ");
        arguments.ShouldContain("--bind_ip 127.0.0.1");
        Directory.Exists($"/proc/{process}").ShouldBeFalse();
        Directory.GetDirectories(_folder.FullName, "dbingest-mongodb-*").ShouldBeEmpty();
    }

    [SkippableFact]
    public void Prepare_PrivateServerKilled_StartsItAgain()
    {
        using var target = new MongoDefinition().Open(Options());
        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);

        DisturbedTrial.Signal("KILL", target.ServerProcesses().Single());
        SpinWait.SpinUntil(() => target.ServerProcesses().Count == 0, TimeSpan.FromSeconds(10)).ShouldBeTrue();

        DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(TrialStatus.Complete);
    }

    [SkippableFact]
    public void Open_SeveralNodesWithoutARouter_SaysWhatIsMissing()
    {
        var error = Should.Throw<TargetException>(() => new MongoDefinition().Open(Options() with { Nodes = 3 }));
        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("mongos");
    }

    [Fact]
    public void Open_NodesOfANamedDeployment_AreRefused() => Should.Throw<ArgumentException>(() => new MongoDefinition().Open(
        new TargetOptions { WorkFolder = "unused", Endpoint = "mongodb://localhost", Nodes = 2 })).Message.ShouldContain("--nodes");

    public void Dispose() => _folder.Delete(recursive: true);

    private TargetOptions Options()
    {
        Requirement.SkipUnlessThere("mongodb", MongoServers.NoFerret);
        return new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = $"?home={MongoServers.StandIn(_folder.FullName)}",
            Nodes = 1,
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }
}
