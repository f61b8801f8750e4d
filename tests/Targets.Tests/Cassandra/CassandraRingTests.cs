using System.Diagnostics;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Tests.Conformance;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A ring of four whose nodes die, stop and come back. Four Java processes are more than every run of the tests should cost:
/// they start where DBINGEST_LONG_TESTS=true.
/// </summary>
[Collection("cassandra")]
public sealed class CassandraRingTests : IClassFixture<CassandraRingTests.Ring>
{
    private const int Sources = 8;
    private const int Records = 40_000;

    private readonly Ring _ring;
    private readonly PatternWorkload _workload = new(9);
    private readonly TrialTable _table;

    public CassandraRingTests(Ring ring)
    {
        _ring = ring;
        _table = Trial.Table(_workload, Sources, Records);
    }

    [SkippableTheory]
    [InlineData(1, "local_one-periodic")]
    [InlineData(3, "quorum-periodic")]
    [InlineData(3, "all-periodic")]
    public void Write_WholeRing_IsStoredOnAllNodesExactly(int replication, string contract)
    {
        using var target = _ring.Open(replication, contract);
        target.Prepare(_table);

        var (outcome, audit) = Run(target, _ => { });

        outcome.Error.ShouldBeNull();
        outcome.Retries.ShouldBe(0);
        audit.Findings.ShouldBeEmpty();
        target.MeasureSpace();
        var stored = target.Describe().Settings.Where(s => s.Key.StartsWith("stored_bytes_on", StringComparison.Ordinal)).ToList();
        stored.Count.ShouldBe(4);
        stored.ShouldAllBe(s => s.Value != "0");
    }

    [SkippableTheory]
    [InlineData("quorum-periodic")]
    [InlineData("one-periodic")]
    public void Write_NodeKilledWithThreeReplicas_LosesNothing(string contract)
    {
        using var target = _ring.Open(3, contract);
        target.Prepare(_table);

        var (outcome, audit) = Run(target, _ => Signal("KILL", target.ServerProcesses()[2]));

        outcome.Error.ShouldBeNull();
        audit.Findings.ShouldBeEmpty();
        audit.StoredRecords.ShouldBe((long)Sources * Records);
    }

    [SkippableFact]
    public void Write_NodeKilledWithOneReplica_LosesNothingThatWasAcknowledged()
    {
        using var target = _ring.Open(1, "one-periodic");
        target.Prepare(_table);

        var (outcome, audit) = Run(target, _ => Signal("KILL", target.ServerProcesses()[2]));

        outcome.Error.ShouldNotBeNull();
        outcome.AcknowledgedRecords.ShouldBeLessThan((long)Sources * Records);
        audit.Findings.ShouldBeEmpty();
        audit.ExpectedRecords.ShouldBe(outcome.AcknowledgedRecords);

        // The next trial finds the ring whole again.
        target.Prepare(_table);
        Run(target, _ => { }).Outcome.Error.ShouldBeNull();
    }

    [SkippableFact]
    public void Write_NodePaused_GoesOnWhenItIsBack()
    {
        using var target = _ring.Open(3, "quorum-periodic");
        target.Prepare(_table);
        int node = target.ServerProcesses()[1];

        var (outcome, audit) = Run(target, _ =>
        {
            Signal("STOP", node);
            Thread.Sleep(TimeSpan.FromSeconds(20));
            Signal("CONT", node);
        });

        outcome.Error.ShouldBeNull();
        outcome.ElapsedS.ShouldBeGreaterThan(10);
        audit.Findings.ShouldBeEmpty();
    }

    private static void Signal(string signal, int process)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{process}"]);
        kill.WaitForExit();
    }

    private (IngestOutcome Outcome, AuditResult Audit) Run(ITarget target, Action<IIngestRun> disturb)
    {
        SourceLayout.TryParse($"{Sources}", out var layout).ShouldBeTrue();
        using var run = new IngestPipeline().Open(
            new IngestRequest
            {
                Target = target,
                Workload = _workload,
                Layout = layout!,
                RecordsPerSource = Records,
                Batch = 200,
                InFlight = 1,
                Retry = RetryOptions.Default,
            },
            CancellationToken.None);
        run.Start();
        SpinWait.SpinUntil(() => run.AcknowledgedRecords > Sources * Records / 5, TimeSpan.FromMinutes(2)).ShouldBeTrue();
        disturb(run);
        var outcome = run.Wait();
        target.Settle(CancellationToken.None);
        var audit = Auditor.Run(target, new ExpectedContent(_workload), _table, outcome.Unacknowledged, CancellationToken.None);
        return (outcome, audit);
    }

    /// <summary>The ring, started by the first test that needs it.</summary>
    public sealed class Ring(CassandraFixture fixture) : IDisposable
    {
        private readonly List<ITarget> _keepers = [];

        public ITarget Open(int replication, string contract)
        {
            Skip.If(Environment.GetEnvironmentVariable("DBINGEST_LONG_TESTS") != "true", "A ring of four is started where DBINGEST_LONG_TESTS=true.");
            Skip.If(CassandraFixture.SkipReason is not null, CassandraFixture.SkipReason);
            var options = new TargetOptions
            {
                WorkFolder = Path.Combine(fixture.WorkFolder, "ring"),
                Endpoint = $"?nodes=4&heap=400M&rf={replication}",
                Durability = contract,
                RequestTimeout = TimeSpan.FromSeconds(60),
            };
            if (_keepers.Count == 0)
            {
                _keepers.Add(new CassandraDefinition().Open(options));
            }

            return new CassandraDefinition().Open(options);
        }

        public void Dispose() => _keepers.ForEach(k => k.Dispose());
    }
}
