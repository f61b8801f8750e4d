using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

public sealed class TrialRunnerTests
{
    private static readonly RetryOptions Retry = new(3, TimeSpan.FromMilliseconds(1));

    private readonly MemoryTarget _target = new();
    private readonly SilentObserver _observer = new();

    [Theory]
    [InlineData(1, 1, 1, 1)]
    [InlineData(3, 1000, 64, 1)]
    [InlineData(3, 1000, 64, 4)]
    [InlineData(8, 100, 1000, 2)]
    public void Run_SoundTarget_EveryRecordIsAcknowledgedAndAudited(int sources, long records, int batch, int inFlight)
    {
        var result = Run(Points.Of(sources, records, batch, inFlight));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedRecords.ShouldBe(sources * records);
        result.RecordsPerS.ShouldBe(sources * records / result.ElapsedS, 1e-6);
        result.Audit!.StoredRecords.ShouldBe(sources * records);
        result.Sources.Select(s => s.Source).ShouldBe(Enumerable.Range(0, sources));
        result.Sources.ShouldAllBe(s => s.AcknowledgedRecords == records && s.StartedS >= 0 && s.FinishedS >= s.StartedS);
        result.Latency!.Batches.ShouldBe(sources * (((records - 1) / batch) + 1));
        result.Space!.BytesPerRecord.ShouldBe(40);
        _target.Calls.ShouldBe(["prepare", "settle", "audit", "clean"]);
    }

    [Fact]
    public void Run_TransientFailure_IsRetriedAndNotCountedAsThroughput()
    {
        _target.BeforeWrite = (_, attempt) =>
        {
            if (attempt == 5)
            {
                throw new BatchWriteException("busy", isTransient: true, isAmbiguous: false);
            }
        };

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBe(1);
        result.RetriedRecords.ShouldBeGreaterThan(0);
        result.AcknowledgedRecords.ShouldBe(3000);
        result.RecordsPerS.ShouldBe((3000 - result.RetriedRecords) / result.ElapsedS, 1e-6);
    }

    [Fact]
    public void Run_AcknowledgementLost_NeitherLosesNorDuplicates()
    {
        _target.AfterWrite = (_, attempt) =>
        {
            if (attempt % 10 == 0)
            {
                throw new BatchWriteException("connection lost", isTransient: true, isAmbiguous: true);
            }
        };

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ResolvedBatches.ShouldBe(4);
        result.Audit!.DuplicateRecords.ShouldBe(0);
    }

    [Fact]
    public void Run_AcknowledgementLostAtTheLastAttempt_IsStillResolved()
    {
        _target.AfterWrite = (_, attempt) =>
        {
            if (attempt == 4)
            {
                throw new BatchWriteException("connection lost", isTransient: false, isAmbiguous: true);
            }
        };

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ResolvedBatches.ShouldBe(1);
        result.RetriedRecords.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_LastingFailure_TrialIsIncompleteAndTheAuditAgreesOnTheRest()
    {
        _target.BeforeWrite = (batch, _) =>
        {
            if (batch.Source == 1 && batch.FirstSequence == 640)
            {
                throw new BatchWriteException("disk full", isTransient: false, isAmbiguous: false);
            }
        };

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("disk full");
        result.FailedRecords.ShouldBe(64);
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
        result.Audit.ExpectedRecords.ShouldBe(result.AcknowledgedRecords);
    }

    [Fact]
    public void Run_StoreLosesARecord_TrialIsInvalid()
    {
        _target.OnSettle = () => ((List<MemoryTarget.Row>)_target.Rows).RemoveAt(17);

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.MissingRecords.ShouldBe(1);
        result.Error.ShouldNotBeNull().ShouldContain("missing");
    }

    [Fact]
    public void Run_TargetUnreachable_IsSaid()
    {
        _target.OnPrepare = () => throw new TargetException("nobody there", isUnreachable: true);

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Unreachable);
        result.Error.ShouldBe("nobody there");
        result.Audit.ShouldBeNull();
    }

    [Fact]
    public void Run_WriterCannotBeOpened_IsIncompleteAndNothingHangs()
    {
        _target.OnOpenWriter = source =>
        {
            if (source == 2)
            {
                throw new TargetException("too many connections");
            }
        };

        var result = Run(Points.Of());

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("too many connections");
        _target.Rows.ShouldBeEmpty();
    }

    [Fact]
    public void Run_Cancelled_DropsTheDataAndMakesNoResult()
    {
        using var stop = new CancellationTokenSource();
        _target.AfterWrite = (_, attempt) =>
        {
            if (attempt == 7)
            {
                stop.Cancel();
            }
        };

        Should.Throw<OperationCanceledException>(() => Run(Points.Of(), keep: true, stop.Token));
        _target.Calls.ShouldBe(["prepare", "clean"]);
    }

    [Fact]
    public void Run_Keep_LeavesTheData()
    {
        Run(Points.Of(), keep: true);

        _target.Rows.Count.ShouldBe(3000);
    }

    /// <summary>The observer hears of a defect once the trial has been audited.</summary>
    [Fact]
    public void Run_KeepAndCancelledAfterTheAudit_LeavesTheDataOfTheResult()
    {
        using var stop = new CancellationTokenSource();
        _target.OnSettle = () => throw new InvalidOperationException("a defect");
        using var workload = new CountingWorkload();

        new TrialRunner(new IngestPipeline(), Retry, new StopOnFailure(stop)) { IsMeasured = false }
            .Run(Points.Trial(Points.Of()), _target, workload, new ExpectedContent(workload), keepData: true, stop.Token)
            .Audit!.Passed.ShouldBeTrue();

        stop.IsCancellationRequested.ShouldBeTrue();
        _target.Rows.Count.ShouldBe(3000);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Run_TrialThatIsMeasured_WatchesTheMachineAndBringsTheRuntimeToRestBeforeItsStart(bool isMeasured)
    {
        _target.OnOpenWriter = _ => _target.Calls.Enqueue("open");
        _target.BeforeWrite = (_, attempt) => _target.Calls.Enqueue(attempt == 1 ? "write" : "next");
        using var workload = new CountingWorkload();
        var runner = new TrialRunner(new IngestPipeline(), Retry, _observer)
        {
            IsMeasured = isMeasured,
            Quiet = () => _target.Calls.Enqueue("quiet")
        };

        var result = runner.Run(
            Points.Trial(Points.Of(sources: 1, records: 1, batch: 1)), _target, workload, new ExpectedContent(workload),
                keepData: false, CancellationToken.None);

        _target.Calls.ShouldBe(isMeasured
            ? ["prepare", "open", "quiet", "write", "settle", "audit", "clean"]
            : ["prepare", "open", "write", "settle", "audit", "clean"]);
        result.Machine!.OthersCpuShareBefore.HasValue.ShouldBe(isMeasured);
    }

    private TrialResult Run(Core.Plan.Point point, bool keep = false, CancellationToken cancellation = default)
    {
        using var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), Retry, _observer) { IsMeasured = false }
            .Run(Points.Trial(point), _target, workload, new ExpectedContent(workload), keep, cancellation);
    }

    private sealed class StopOnFailure(CancellationTokenSource stop) : ITrialObserver
    {
        public void Failed(Core.Plan.ScheduledTrial trial, string details) => stop.Cancel();
    }
}
