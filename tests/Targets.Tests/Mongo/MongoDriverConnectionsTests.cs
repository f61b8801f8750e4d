using DbIngest.Abstractions.Targets;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// Connections of the vendor's driver are those of one target: the driver would share them among all clients of equal settings,
/// and keep them after the last of these.
/// </summary>
public sealed class MongoDriverConnectionsTests
{
    /// <summary>A client that stayed would hand a later target connections that are cut.</summary>
    [Fact]
    public void Dispose_AfterWriting_LeavesNoConnection()
    {
        using var set = Deployment.ReplicaSet(1);
        using (var target = Open(set))
        {
            Write(target);
            set.Primary.Connections.ShouldBeGreaterThan(0);
        }

        // The server notices the end of a connection a moment later.
        SpinWait.SpinUntil(() => set.Primary.Connections == 0, TimeSpan.FromSeconds(5)).ShouldBeTrue();
    }

    /// <summary>The next server of a test may have the port of one before, whose connections are cut.</summary>
    [Fact]
    public void Write_ToALaterServerOfTheSamePort_IsOverItsOwnConnections()
    {
        var options = new MemberOptions { Port = TestPort.Free() };
        for (int i = 0; i < 2; i++)
        {
            using var set = Deployment.ReplicaSet(1, options: options);
            using var target = Open(set);
            Write(target);
        }
    }

    [Fact]
    public void Dispose_OfOneTarget_LeavesAnotherOfTheSameEndpointAlone()
    {
        using var set = Deployment.ReplicaSet(1);
        using var other = Open(set);
        using (var target = Open(set))
        {
            Write(target);
        }

        Write(other);
    }

    /// <summary>Lanes beyond the size of the pool would wait for the connections of other lanes.</summary>
    [Theory]
    [InlineData(null, 100)]
    [InlineData(12, 100)]
    [InlineData(130, 130)]
    public void Of_ConnectionsOfTheTrial_FitIntoThePool(int? connections, int pool)
    {
        var options = new TargetOptions { WorkFolder = Path.GetTempPath(), Connections = connections };

        MongoDriverSettings.Of(MongoEndpoint.Parse("mongodb://localhost"), MongoContracts.All[0], options)
            .MaxConnectionPoolSize.ShouldBe(pool);
    }

    private static void Write(ITarget target)
    {
        using var workload = new PatternWorkload(3);
        target.Prepare(Trial.Table(workload, 1, 10));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 10));
    }

    private static ITarget Open(Deployment set) => new MongoDefinition().Open(new TargetOptions
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = $"mongodb://{set.Primary.Name}/dbingest?replicaSet=rs0&documents=raw",
        Client = WriteClient.Driver,
        RequestTimeout = TimeSpan.FromSeconds(30),
    });
}
