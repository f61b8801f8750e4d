#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The faults with the driver.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraDriverFaultTests(CassandraFixture fixture)
    : FaultTests<CassandraDriverDefinition>(fixture, WriteClient.Driver)
{
    [Fact]
    public void Write_NoAnswerInTime_IsTransientAndAmbiguous()
    {
        using var keeper = OpenOwn(TimeSpan.FromSeconds(1));
        var workload = new PatternWorkload(3);
        keeper.Prepare(Trial.Table(workload, 1, 1000));
        using var writer = keeper.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 200));
        int node = keeper.ServerProcesses().Single();
        DisturbedTrial.Signal("STOP", node);
        try
        {
            var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 200, 200)));

            error.IsTransient.ShouldBeTrue(error.Message);
            error.IsAmbiguous.ShouldBeTrue(error.Message);
        }
        finally
        {
            DisturbedTrial.Signal("CONT", node);
        }
    }

    /// <summary>Writers that are open use the session while values are added, which must outlive a node that is away.</summary>
    [Fact]
    public void Use_ValuesAddedWhileANodeIsAway_LeavesOpenWritersTheirSession()
    {
        using var keeper = OpenOwn(TimeSpan.FromSeconds(1));
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 1000) with { GetsValues = true };
        keeper.Prepare(table);
        var contract = CassandraContracts.All.Single(level => level.IsDefault);
        using var path = CassandraDriverPath.Open(keeper.AttachEndpoint, contract,
            new TargetOptions { WorkFolder = Path.GetTempPath(), RequestTimeout = TimeSpan.FromSeconds(30) });
        path.Use(table);
        using var writer = path.OpenWriter(0);
        int node = keeper.ServerProcesses().Single();
        DisturbedTrial.Signal("STOP", node);
        try
        {
            path.Use(table with { Schema = table.Schema.WithAdded(1) });
        }
        finally
        {
            DisturbedTrial.Signal("CONT", node);
        }

        Should.NotThrow(() => writer.Write(Trial.Batch(workload, 0, 0, 200)));
    }

    /// <summary>Recovery prepares its statement when it is first needed, which is when a node may be away.</summary>
    [Fact]
    public void Recover_NodeAwayAtFirst_TellsTheFateLater()
    {
        using var keeper = OpenOwn(TimeSpan.FromSeconds(1));
        var workload = new PatternWorkload(3);
        keeper.Prepare(Trial.Table(workload, 1, 1000));
        using var writer = keeper.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 200);
        writer.Write(batch);
        int node = keeper.ServerProcesses().Single();
        DisturbedTrial.Signal("STOP", node);
        try
        {
            Should.Throw<BatchWriteException>(() => writer.Recover(batch));
        }
        finally
        {
            DisturbedTrial.Signal("CONT", node);
        }

        BatchFate? fate = null;
        Waiting.Until(() => (fate = FateOrNull()) is not null, TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(1),
            () => new TimeoutException(), CancellationToken.None);

        fate.ShouldBe(BatchFate.Stored);
        BatchFate? FateOrNull()
        {
            try
            {
                return writer.Recover(batch);
            }
            catch (BatchWriteException)
            {
                return null;
            }
        }
    }
}
#endif
