using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>Trials into a table that already stores records: how these are loaded and count, and what the audit finds.</summary>
public sealed class PrefillTrialTests
{
    private const int Sources = 3;
    private const int Before = 1000;
    private const int Records = 500;
    private const int Batch = 64;

    private readonly MemoryTarget _target = new();

    [Theory]
    [InlineData(1, null)]
    [InlineData(4, null)]
    [InlineData(2, "10%:50ms")]
    public void Run_Prefill_IsLoadedBeforeAndAuditedWithTheTrial(int inFlight, string? disorder)
    {
        var result = Run(inFlight, disorder: disorder);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var load = result.Load.ShouldNotBeNull();
        (load.Records, load.Retries, load.Position).ShouldBe((Before, 0, 0));
        load.RecordsPerS.ShouldBeGreaterThan(0);
        result.AcknowledgedRecords.ShouldBe(Sources * Records);
        result.Latency!.Batches.ShouldBe(Sources * ((Records + Batch - 1) / Batch));
        result.Audit!.StoredRecords.ShouldBe(Before + (Sources * Records));
        result.Samples[^1].AcknowledgedRecords.ShouldBe(Sources * Records);
        _target.Calls.ShouldBe(["prepare", "settle", "settle", "audit"]);

        // 40 bytes a row (MemoryTarget), of all that is stored.
        result.Space!.BytesPerRecord.ShouldBe(40, 1e-9);
    }

    [Fact]
    public void Run_Duration_FollowsThePrefill()
    {
        var result = Run(1, durationS: 0.1, records: 100_000_000);
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(Before + result.AcknowledgedRecords);
        result.ElapsedS.ShouldBeLessThan(5);
    }

    [Fact]
    public void Run_LoadIsRetried_CountsInTheLoadAlone()
    {
        _target.BeforeWrite = (_, attempt) =>
        {
            if (attempt == 1)
            {
                throw new BatchWriteException("Once.", isTransient: true, isAmbiguous: false);
            }
        };
        var result = Run(1);
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        (result.Load!.Retries, result.Retries, result.RetriedRecords).ShouldBe((1, 0, 0));
    }

    [Fact]
    public void Run_LoadFails_IsIncompleteAndSaysWhy()
    {
        _target.BeforeWrite = (_, _) => throw new BatchWriteException("Disk full.", isTransient: false, isAmbiguous: false);
        var result = Run(1);
        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("The records of --prefill could not be loaded before the trial: Disk full.");
        result.Load.ShouldBeNull();
    }

    [Fact]
    public void Run_LoadInterrupted_TrialIsAbandonedAndItsDataDropped()
    {
        using var interruption = new CancellationTokenSource();
        _target.BeforeWrite = (_, _) => interruption.Cancel();
        Should.Throw<OperationCanceledException>(() => Run(1, cancellation: interruption.Token));
        _target.Calls.ShouldBe(["prepare", "clean"]);
        _target.Rows.ShouldBeEmpty();
    }

    /// <summary>Lost, altered or doubled between load and trial, as by a database's background work.</summary>
    [Theory]
    [InlineData("lost", "1 acknowledged records are missing")]
    [InlineData("altered", "the content differs from what was sent")]
    [InlineData("doubled", "1 records are stored more than once")]
    public void Run_PrefilledRecordSabotaged_IsFound(string how, string finding)
    {
        _target.OnSettle = () =>
        {
            if (_target.Rows.Count != Before)
            {
                return;
            }

            switch (how)
            {
                case "lost":
                    _target.Forget(1);
                    break;
                case "altered":
                    _target.Alter(17);
                    break;
                default:
                    _target.Repeat(2);
                    break;
            }
        };
        var result = Run(1);
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain(finding);
    }

    /// <summary>A batch of the trial itself that is given up does not excuse a record of the prefill.</summary>
    [Fact]
    public void Run_TrialFails_AuditKnowsWhichRecordsWereLoaded()
    {
        _target.BeforeWrite = (batch, _) =>
        {
            if (batch is { Source: 1, FirstSequence: > Before / Sources })
            {
                throw new BatchWriteException("Disk full.", isTransient: false, isAmbiguous: false);
            }
        };
        var result = Run(1);
        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Audit!.Passed.ShouldBeTrue();
        result.Audit.StoredRecords.ShouldBe(Before + result.AcknowledgedRecords);
        var lost = IngestOutcome.Unknown(1, 1, Request(), "lost");
        lost.Unacknowledged[0].ShouldHaveSingleItem().First.ShouldBe(Before / Sources);
    }

    [Fact]
    public void Run_None_HasNoLoad()
    {
        var result = Run(1, prefill: "none");
        result.Load.ShouldBeNull();
        _target.Calls.ShouldBe(["prepare", "settle", "audit"]);
    }

    private static IngestRequest Request() => IngestRequest.Of(PointOf("1000", 1, null, null, Records), 3, RetryOptions.Default);

    private static Point PointOf(string prefill, int inFlight, string? disorder, double? durationS, long records)
    {
        Prefill.TryParse(prefill, out var before).ShouldBeTrue();
        Disorder.TryParse(disorder ?? "none", out var late).ShouldBeTrue();
        return Points.Of(Sources, records, Batch, inFlight) with { Prefill = before, Disorder = late, DurationS = durationS };
    }

    private TrialResult Run(
        int inFlight, string prefill = "1000", string? disorder = null, double? durationS = null, long records = Records,
        CancellationToken cancellation = default)
    {
        using var ordered = new CountingWorkload();
        var point = PointOf(prefill, inFlight, disorder, durationS, records);
        var workload = new StreamWorkloads().Of(ordered, point, seed: 3, Records);
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.FromMilliseconds(1)), new SilentObserver())
        {
            IsMeasured = false,
            Seed = 3,
        }.Run(Points.Trial(point), _target, workload, new(workload), keepData: true, cancellation);
    }
}
