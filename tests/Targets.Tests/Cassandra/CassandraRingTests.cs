using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A ring of four whose nodes die, stop and come back; one start of the ring for all. The variants that take long, and show
/// the same again, run where DBINGEST_LONG_TESTS=true.
/// </summary>
[Collection("cassandra")]
public sealed class CassandraRingTests(CassandraRingTests.Ring ring) : IClassFixture<CassandraRingTests.Ring>
{
    private const int Records = 10_000;
    private const long Total = 8 * Records;

    [SkippableTheory]
    [InlineData(1, "local_one-periodic", false)]
    [InlineData(3, "quorum-periodic", false)]
    [InlineData(3, "all-periodic", true)]
    public void Run_WholeRing_IsStoredOnAllNodesExactly(int replication, string contract, bool isLong)
    {
        using var target = ring.Open(replication, contract, isLong);

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

    [SkippableFact]
    public void Run_NodeKilledWithThreeReplicasAndQuorum_LosesNothing()
    {
        using var target = ring.Open(3, "quorum-periodic", isLong: false);

        var result = DisturbedTrial.Run(target, Records, () => DisturbedTrial.Signal("KILL", target.ServerProcesses()[2]));

        result.Error.ShouldBeNull();
        result.Status.ShouldBe(TrialStatus.Complete);
        result.Audit!.StoredRecords.ShouldBe(Total);
    }

    [SkippableFact]
    public void Run_NodeKilledWithOneReplica_HasNoFigureAndIsAccountedFor()
    {
        using var target = ring.Open(1, "one-periodic", isLong: false);

        var result = DisturbedTrial.Run(
            target, Records, () => DisturbedTrial.Signal("KILL", target.ServerProcesses()[2]), new RetryOptions(1, TimeSpan.FromMilliseconds(200)));

        // What the killed node had not marked as valid in its commit log, up to 100 ms, may be missing: and only that.
        result.ShouldHaveNoFigureAndBeAccountedFor();

        // The next trial finds the ring whole again.
        DisturbedTrial.Run(target, 1000, static () => { }).Status.ShouldBe(TrialStatus.Complete);
    }

    [SkippableFact]
    public void Run_NodePausedFor20S_GoesOnWhenItIsBack()
    {
        using var target = ring.Open(3, "quorum-periodic", isLong: true);
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

    /// <summary>The ring, started by the first test that needs it.</summary>
    public sealed class Ring(CassandraFixture fixture) : IDisposable
    {
        private ITarget? _keeper;

        public ITarget Open(int replication, string contract, bool isLong)
        {
            Skip.If(isLong && Environment.GetEnvironmentVariable("DBINGEST_LONG_TESTS") != "true", "It takes long, and runs where DBINGEST_LONG_TESTS=true.");
            var options = fixture.Own() with
            {
                Endpoint = $"?heap=400M&rf={replication}",
                Nodes = 4,
                Durability = contract,
                RequestTimeout = TimeSpan.FromSeconds(60),
            };
            _keeper ??= new CassandraDefinition().Open(options);
            return new CassandraDefinition().Open(options);
        }

        public void Dispose() => _keeper?.Dispose();
    }
}
