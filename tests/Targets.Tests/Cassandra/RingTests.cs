using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A ring of four, written to by either client, whose nodes die, stop and come back; one start of the ring for all.
/// </summary>
[Needs("cassandra")]
public abstract class RingTests<TDefinition>(CassandraRing ring, string client) : ClientTests<TDefinition>(client)
    where TDefinition : TargetDefinition, new()
{
    private const int Records = 10_000;
    private const long Total = 8 * Records;

    [Theory]
    [InlineData(1, "local_one-periodic")]
    [InlineData(3, "quorum-periodic")]
    [InlineData(3, "all-periodic")]
    public void Run_WholeRing_IsStoredOnAllNodesExactly(int replication, string contract)
    {
        using var target = OpenRing(replication, contract);

        var result = DisturbedTrial.Run(target, Records, static () => { });

        result.Error.ShouldBeNull();
        result.Status.ShouldBe(TrialStatus.Complete);
        result.Retries.ShouldBe(0);
        var settings = target.Describe().Settings;
        settings["nodes"].ShouldBe("4");
        settings["replication_factor"].ShouldBe($"{replication}");
        var stored = settings.Where(s => s.Key.StartsWith("stored_bytes_on", StringComparison.Ordinal)).ToList();
        stored.Count.ShouldBe(4);
        stored.ShouldAllBe(s => s.Value != "0");

        // Each replica counts; a record has 9 values of 8 bytes, hard to compress, and some are missing.
        result.Space!.BytesPerRecord.ShouldBeInRange(60 * replication, 110 * replication);
    }

    /// <summary>Takes long: a ring starts, and its node that was killed starts again.</summary>
    [Fact]
    public void Run_NodeKilledWithThreeReplicasAndQuorum_GoesOn()
    {
        using var target = OpenRing(3, "quorum-periodic");

        var result = DisturbedTrial.Run(target, Records, () => DisturbedTrial.Signal("KILL", target.ServerProcesses()[2]));

        result.AcknowledgedRecords.ShouldBe(Total);
        result.FailedRecords.ShouldBe(0);

        // The killed node numbers the segments of its log anew, from the milliseconds of its start.
        result.Space!.Net.LogBytes.ShouldBeInRange(0, 1L << 32);

        // Two of three replicas have what is acknowledged. The killed one forgets up to 100 ms, and the third may have a record
        // late, on a busy machine: a quorum can then miss it for a while, and the audit must not call that complete.
        if (result.Status != TrialStatus.Complete)
        {
            result.Status.ShouldBe(TrialStatus.Invalid, result.Error);
            result.Audit!.MissingRecords.ShouldBeInRange(1, Total / 10, result.Error);
            result.Audit.DuplicateRecords.ShouldBe(0);
            result.Audit.ForeignRecords.ShouldBe(0);
        }
    }

    /// <summary>Takes long: a ring starts, and its node that was killed starts again.</summary>
    [Fact]
    public void Run_NodeKilledWithOneReplica_HasNoFigureAndIsAccountedFor()
    {
        using var target = OpenRing(1, "one-periodic");

        var result = DisturbedTrial.Run(
            target, Records, () => DisturbedTrial.Signal("KILL", target.ServerProcesses()[2]),
                new RetryOptions(1, TimeSpan.FromMilliseconds(200)));

        // What the killed node had not marked as valid in its commit log, up to 100 ms, may be missing: and only that.
        result.ShouldHaveNoFigureAndBeAccountedFor();

        // The next trial finds the ring whole again.
        DisturbedTrial.Run(target, 1000, static () => { }).Status.ShouldBe(TrialStatus.Complete);
    }

    /// <summary>Takes over a minute: nodes of a ring start one after another, and one of them is held still for 20 s.</summary>
    [Fact]
    public void Run_NodePausedFor20S_GoesOnWhenItIsBack()
    {
        using var target = OpenRing(3, "quorum-periodic");
        int node = target.ServerProcesses()[1];

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            DisturbedTrial.Signal("STOP", node);
            Thread.Sleep(TimeSpan.FromSeconds(20));
            DisturbedTrial.Signal("CONT", node);
        });

        result.Error.ShouldBeNull();
        result.Status.ShouldBe(TrialStatus.Complete);
    }

    private ITarget OpenRing(int replication, string contract) => Open(ring.Options(replication, contract));
}
