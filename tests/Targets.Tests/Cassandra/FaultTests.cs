using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// Misfortunes of a single node in the middle of a trial by either client: no false figure, a labelled result, and the next
/// trial goes on.
/// </summary>
[Needs("cassandra")]
public abstract class FaultTests<TDefinition>(CassandraFixture fixture, string client) : NodeTests<TDefinition>(fixture, client)
    where TDefinition : TargetDefinition, new()
{
    protected const int Records = 20_000;

    // A second until a batch is given up: a node takes longer to come back, and is not restarted before the trial's end.
    protected static readonly RetryOptions Brief = new(2, TimeSpan.FromMilliseconds(300));

    /// <summary>
    /// With a periodic commit log the last 100 ms may be lost: then the audit must have noticed. With a synced one, see the
    /// private node.
    /// </summary>
    [Fact]
    public void Run_NodeKilled_HasNoFigureAndIsAccountedFor()
    {
        using var target = OpenOwn();

        var result = DisturbedTrial.Run(target, Records, () => Kill(target), Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Audit!.MissingRecords.ShouldBeLessThan(result.AcknowledgedRecords);
        IsWholeAgain(target);
    }

    [Theory]
    [InlineData("DROP TABLE dbingest.records")]
    [InlineData("DROP KEYSPACE dbingest")]
    public void Run_SchemaDropped_IsIncomplete(string statement)
    {
        using var target = OpenOwn();

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            using var connection = Fixture.Connect();
            connection.Query(statement);
        });

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull();
        IsWholeAgain(target);
    }

    [Fact]
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
        result.ElapsedS.ShouldBeGreaterThan(3);
        result.Latency!.MaxUs.ShouldBeGreaterThan(3e6);
    }

    protected static void Kill(ITarget target) => DisturbedTrial.Signal("KILL", target.ServerProcesses().Single());
}
