#if OFFICIAL_DRIVERS
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>Misfortunes in the middle of a trial of the driver's: no false figure, and the next trial goes on.</summary>
[Collection("cassandra")]
public sealed class CassandraDriverFaultTests(CassandraFixture fixture)
{
    private const int Records = 10_000;

    [SkippableFact]
    public void Run_NodeKilled_HasNoFigureAndIsAccountedFor()
    {
        using var target = OpenOwn();

        var result = DisturbedTrial.Run(
            target,
            Records,
            () => DisturbedTrial.Signal("KILL", target.ServerProcesses().Single()),
            new RetryOptions(2, TimeSpan.FromMilliseconds(300)));

        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
    }

    [SkippableFact]
    public void Run_KeyspaceDropped_IsIncomplete()
    {
        using var target = OpenOwn();

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            using var connection = fixture.Connect();
            connection.Query("DROP KEYSPACE dbingest");
        });

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull();
        IsWholeAgain(target);
    }

    [SkippableFact]
    public void Run_NodePaused_GoesOnWhenItIsBack()
    {
        using var target = OpenOwn();
        int node = target.ServerProcesses().Single();

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            DisturbedTrial.Signal("STOP", node);
            Thread.Sleep(TimeSpan.FromSeconds(4));
            DisturbedTrial.Signal("CONT", node);
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Latency!.MaxUs.ShouldBeGreaterThan(3e6);
    }

    [SkippableFact]
    public void Write_NoAnswerInTime_IsTransientAndAmbiguous()
    {
        using var keeper = OpenOwn(TimeSpan.FromSeconds(1));
        var workload = new Conformance.PatternWorkload(3);
        keeper.Prepare(Conformance.Trial.Table(workload, 1, 1000));
        using var writer = keeper.OpenWriter(0);
        writer.Write(Conformance.Trial.Batch(workload, 0, 0, 200));
        int node = keeper.ServerProcesses().Single();
        DisturbedTrial.Signal("STOP", node);
        try
        {
            var error = Should.Throw<BatchWriteException>(() => writer.Write(Conformance.Trial.Batch(workload, 0, 200, 200)));

            error.IsTransient.ShouldBeTrue(error.Message);
            error.IsAmbiguous.ShouldBeTrue(error.Message);
        }
        finally
        {
            DisturbedTrial.Signal("CONT", node);
        }
    }

    private static void IsWholeAgain(ITarget target)
    {
        var next = DisturbedTrial.Run(target, 1000, static () => { });
        next.Status.ShouldBe(TrialStatus.Complete, next.Error);
        next.Retries.ShouldBe(0);
    }

    private ITarget OpenOwn(TimeSpan? requestTimeout = null) => new CassandraDriverDefinition().Open(
        fixture.Own() with { Endpoint = "?heap=768M", Client = OfficialDrivers.Client, RequestTimeout = requestTimeout ?? TimeSpan.FromSeconds(30) });
}
#endif
