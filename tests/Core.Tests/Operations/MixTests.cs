using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;
using Sabotage = DbIngest.Core.Tests.Fakes.MemoryTarget.Sabotage;

namespace DbIngest.Core.Tests.Operations;

/// <summary>Trials that are a mix of operations, on a target that is sound, fails, or lies.</summary>
public sealed class MixTests
{
    private const string AllKinds = "insert=10,read=30,update=30,delete=10,scan=20";

    private readonly MemoryTarget _target = new();

    [Theory]
    [InlineData(AllKinds, 10, 1)]
    [InlineData(AllKinds, 10, 3)]
    [InlineData(AllKinds, 1, 2)]
    [InlineData(AllKinds + ",keys=zipfian", 7, 2)]
    [InlineData(AllKinds + ",keys=latest", 128, 2)]
    [InlineData("insert=1", 10, 2)]
    [InlineData("read=50,rmw=30,rmw-plain=10,update=5,delete=5", 10, 2)]
    [InlineData("ycsb-f", 1, 2)]
    [InlineData("read=50,update=50,keys=zipfian:shared", 10, 4)]
    [InlineData("insert=10,read=40,update=30,scan=20,keys=ycsb:shared", 10, 2)]
    [InlineData("read=50,rmw=50,keys=zipfian:shared", 10, 4)]
    [InlineData("read=50,scan=50,keys=latest:shared", 10, 2)]
    [InlineData("ycsb-a", 10, 1)]
    [InlineData("ycsb-b", 10, 1)]
    [InlineData("ycsb-c", 10, 1)]
    [InlineData("ycsb-d", 1, 1)]
    [InlineData("ycsb-e", 1, 1)]
    public void Run_SoundTarget_EveryAnswerIsRightAndSoIsWhatIsLeft(string mix, int batch, int inFlight)
    {
        var result = Run(Point(mix, batch, inFlight));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedOperations.ShouldBe(2 * 700);
        result.Operations!.Sum(o => o.Count).ShouldBe(2 * 700);
        result.Operations!.ShouldAllBe(o => o.Latency!.Batches == o.Count && o.Errors == 0);
        result.LaneOperations!.Sum().ShouldBe(2 * 700);
        result.LaneOperations!.Count.ShouldBe(2 * inFlight);
        result.Audit!.StoredRecords.ShouldBe(result.Audit.ExpectedRecords);
        result.Space!.BytesPerRecord.ShouldBe(40, 1e-9);
    }

    [Theory]
    [InlineData("Update", "Ignore", "content differs|wrong answer")]
    [InlineData("Update", "OtherKey", "content differs|wrong answer")]
    [InlineData("Delete", "Ignore", "were deleted|wrong answer")]
    [InlineData("Delete", "OtherKey", "missing|were deleted|wrong answer")]
    [InlineData("Read", "Stale", "wrong answer")]
    [InlineData("Read", "Ignore", "wrong answer")]
    [InlineData("Scan", "Stale", "wrong answer")]
    public void Run_SabotagedOperations_AreFound(string kind, string sabotage, string finding)
    {
        var sabotaged = Enum.Parse<OperationKind>(kind);
        var done = Enum.Parse<Sabotage>(sabotage);
        _target.Sabotages = (k, _) => k == sabotaged ? done : Sabotage.None;

        var result = Run(Point(AllKinds, batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error!.ShouldMatch(finding);
    }

    /// <summary>A wrong answer needs no audit to be one.</summary>
    [Fact]
    public void Run_WrongAnswersAndADatabaseThatCannotBeReadBack_IsInvalid()
    {
        _target.Sabotages = (kind, _) => kind == OperationKind.Scan ? Sabotage.Stale : Sabotage.None;
        _target.OnAudit = () => throw new TargetException("The server is gone.");

        var result = Run(Point(AllKinds, batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit.ShouldBeNull();
        result.Error.ShouldNotBeNull().ShouldMatch("operations had a wrong answer, the first: .*; The server is gone");
    }

    [Theory]
    [InlineData("Ignore")]
    [InlineData("OtherKey")]
    public void Run_UpdatesSabotagedAndNeverRead_IsFoundByTheAudit(string sabotage)
    {
        // All from one on: a single one may be made good by a later update of its record.
        int updates = 0;
        _target.Sabotages = (_, _) => Interlocked.Increment(ref updates) > 300 ? Enum.Parse<Sabotage>(sabotage) : Sabotage.None;

        var result = Run(Point("update=1", batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.Findings.ShouldNotBeEmpty();
        result.Audit.Findings.ShouldAllBe(finding => finding.Contains("content differs"));
    }

    [Fact]
    public void Run_OneDeleteIgnored_IsFoundByTheAudit()
    {
        // The second one: it is not drawn again while other records are left, and they are here.
        int deletes = 0;
        _target.Sabotages = (_, _) => Interlocked.Increment(ref deletes) == 2 ? Sabotage.Ignore : Sabotage.None;

        var result = Run(Point("insert=9,delete=1", batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.ForeignRecords.ShouldBe(1);
    }

    [Fact]
    public void Run_DeleteIgnoredAndDoneTheNextTime_IsAWrongAnswer()
    {
        // Some of these records are drawn again when few are left. They are deleted in the end: the audit sees nothing of them.
        _target.Sabotages = (_, attempt) => attempt <= 200 ? Sabotage.Ignore : Sabotage.None;

        var result = Run(Point("delete=1", batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error!.ShouldContain("found a record whose deletion was acknowledged before");
    }

    [Fact]
    public void Run_DeletionsOfWhatIsGone_AreCountedApart()
    {
        var result = Run(Point("delete=1", batch: 10, inFlight: 2));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var deletions = result.Operations!.ShouldHaveSingleItem();
        deletions.Absent!.Value.ShouldBeGreaterThan(0);
        (deletions.Records + deletions.Absent.Value).ShouldBe(deletions.Count);
        deletions.Errors.ShouldBe(0);
        (deletions.Records + result.Audit!.StoredRecords).ShouldBe(2 * 700);
    }

    [Fact]
    public void Run_AcknowledgementsOfDeletionsLost_FindNothingAndAreDoneAllTheSame()
    {
        // By lane: were they counted together, one lane might lose every acknowledgement.
        using var operations = new ThreadLocal<int>();
        _target.AfterOperation = (_, _) =>
        {
            if (++operations.Value % 2 == 1)
            {
                throw new BatchWriteException("connection lost", isTransient: true, isAmbiguous: true);
            }
        };

        var result = Run(Point("delete=1", batch: 10, inFlight: 1));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var deletions = result.Operations!.ShouldHaveSingleItem();
        deletions.Absent.ShouldBeNull();
        deletions.Records.ShouldBe(deletions.Count);
    }

    [Fact]
    public void Run_AcknowledgementsLost_OperationsAreRepeatedWithoutHarm()
    {
        int operations = 0;
        _target.AfterOperation = (_, _) =>
        {
            if (Interlocked.Increment(ref operations) % 5 == 0)
            {
                throw new BatchWriteException("connection lost", isTransient: true, isAmbiguous: true);
            }
        };

        var result = Run(Point(AllKinds, batch: 10, inFlight: 2));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(100);
        result.Operations!.Sum(o => o.Errors).ShouldBe(result.Retries);
        result.OperationsPerS!.Value.ShouldBe((1400 - result.RetriedOperations!.Value) / result.ElapsedS, 1e-6);
        _target.Calls.ShouldContain("restore");
    }

    [Theory]
    [InlineData("update=1", true)]
    [InlineData("update=1", false)]
    [InlineData("delete=1", true)]
    [InlineData("delete=1", false)]
    public void Run_OperationGivenUp_ItsRecordMayBeAsItWasOrIs(string mix, bool isDone)
    {
        Action<OperationKind, int> fail = (_, attempt) =>
        {
            if (attempt > 200)
            {
                throw new BatchWriteException("disk full", isTransient: false, isAmbiguous: true);
            }
        };
        _target.BeforeOperation = isDone ? null : fail;
        _target.AfterOperation = isDone ? fail : null;

        var result = Run(Point(mix, batch: 10, inFlight: 2));

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("disk full");
        result.FailedOperations!.Value.ShouldBeGreaterThan(0);
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
    }

    [Fact]
    public void Run_DurationAndRate_GoTogetherWithAMix()
    {
        ArrivalRate.TryParse("2000:poisson", out var rate).ShouldBeTrue();

        var result = Run(Point(AllKinds, batch: 10, inFlight: 2) with { DurationS = 0.3, Rate = rate });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ElapsedS.ShouldBeGreaterThanOrEqualTo(0.3);
        result.OpenLoop!.Response!.Batches.ShouldBe(result.AcknowledgedOperations!.Value);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(3000)]
    public void Run_OperationsAreAnotherNumberThanRecords_BothAreDone(long operations)
    {
        var result = Run(Point(AllKinds, batch: 10, inFlight: 2) with { OperationsPerSource = operations });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Load!.Records.ShouldBe(2 * 700);
        result.AcknowledgedOperations.ShouldBe(2 * operations);
        result.Sources.ShouldAllBe(s => s.AcknowledgedOperations == operations && s.ScheduledOperations == operations);
        result.AcknowledgedRecords.ShouldBe(result.Operations!.Single(o => o.Kind == OperationKind.InsertBatch).Records);
    }

    [Fact]
    public void Run_DurationAndOperations_TheFirstThatIsReachedEndsTheTrial()
    {
        var result = Run(Point(AllKinds, batch: 10, inFlight: 2) with { OperationsPerSource = 50, DurationS = 60 });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedOperations.ShouldBe(100);
        result.ElapsedS.ShouldBeLessThan(60);
    }

    /// <summary>Beyond it the updates would be reads, and the trial that of another mix.</summary>
    [Theory]
    [InlineData("update=1")]
    [InlineData("rmw=1")]
    public void Run_RecordUpdatedAsOftenAsAVersionCounts_EndsTheTrialAndSaysWhy(string mix)
    {
        var result = Run(Points.Of(sources: 1, records: 1, batch: 1) with { Mix = Mix(mix), OperationsPerSource = 70_000 });

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.AcknowledgedOperations.ShouldBe(65_534);
        result.Error.ShouldNotBeNull().ShouldContain("65,534 times, which is all that a version can count: shorten the trial");
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
    }

    [Fact]
    public void Of_NothingKnownOfALane_NothingOfItsSourceIsRightOrWrong()
    {
        var request = new OperationRequest(Mix(AllKinds), Seed: 1, Lanes: 2, Batch: 10, LoadedRecords: 700);

        var (extent, checksum) = OperationReplay.Of(
            new CountingWorkload(), request, 0, [new LaneProgress(0, 0, 10, false)], CancellationToken.None);

        checksum.ShouldBe(0UL);
        extent.Records.ShouldBe(0, "a target that reads by sequence numbers would ask for each");
        var stored = new StoredContent(2, [extent]);
        using (var partition = stored.OpenPartition())
        {
            partition.Add(0, 12345, 0, 0, [1, 2]);
            partition.Add(1, 12345, 0, 0, [1, 2]);
        }

        stored.AddHashed(0, 100, 10, 1);
        var audit = Auditor.Compare(stored, [checksum], 0);
        (audit.UnacknowledgedRecords, audit.ForeignRecords, audit.Findings.Count).ShouldBe((11, 1, 1));
    }

    private static OperationMix Mix(string text) => OperationMix.TryParse(text, out var mix) ? mix
        : throw new ArgumentException(text);

    private static Point Point(string mix, int batch, int inFlight) =>
        Points.Of(sources: 2, records: 700, batch, inFlight) with { Mix = Mix(mix) };

    private TrialResult Run(Point point)
    {
        var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.Zero), new SilentObserver())
        {
            Seed = 5,
            IsMeasured = false
        }
            .Run(Points.Trial(point), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);
    }
}
