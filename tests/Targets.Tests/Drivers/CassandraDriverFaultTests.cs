#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
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
}
#endif
