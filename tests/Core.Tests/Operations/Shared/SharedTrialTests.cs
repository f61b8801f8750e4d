using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;
using Sabotage = DbIngest.Core.Tests.Fakes.MemoryTarget.Sabotage;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>Trials whose lanes share their records, on a target that is sound, fails, or lies.</summary>
public sealed class SharedTrialTests
{
    private const string Half = "read=50,update=50,keys=zipfian:shared";

    private readonly MemoryTarget _target = new();

    [Fact]
    public void Run_SoundTarget_SaysWhatItChecked()
    {
        var result = Run(Half);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var shared = result.Audit!.Shared!;
        shared.IsMembershipOnly.ShouldBeFalse();
        shared.WrittenRecords.ShouldBeGreaterThan(100);
        shared.WatchedOperations.ShouldBeGreaterThan(500);
        (shared.NotAtomicRecords, shared.Increments, shared.LostUpdates).ShouldBe((0, null, null));
    }

    [Theory]
    [InlineData("Ignore", "wrong version|older version|wrong answer|one register")]
    [InlineData("OtherKey", "no single version|wrong version|wrong answer")]
    public void Run_UpdatesSabotaged_AreFound(string sabotage, string finding)
    {
        int updates = 0;
        _target.Sabotages = (kind, _) => kind == OperationKind.Update && ++updates % 10 == 0 ? Enum.Parse<Sabotage>(sabotage)
            : Sabotage.None;

        var result = Run(Half);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error!.ShouldMatch(finding);
    }

    [Fact]
    public void Run_ReadsStale_AreFound()
    {
        _target.Sabotages = (kind, _) => kind == OperationKind.Read ? Sabotage.Stale : Sabotage.None;

        Run(Half).Status.ShouldBe(TrialStatus.Invalid);
    }

    [Theory]
    [InlineData("Ignore")]
    [InlineData("OtherKey")]
    [InlineData("Stale")]
    public void Run_FindsSabotaged_AreFound(string sabotage)
    {
        const string Mix = "find=50,update=50,keys=zipfian:shared";
        Run(Mix).Status.ShouldBe(TrialStatus.Complete);
        _target.Sabotages = (kind, _) => kind == OperationKind.Find ? Enum.Parse<Sabotage>(sabotage) : Sabotage.None;

        Run(Mix).Status.ShouldBe(TrialStatus.Invalid);
    }

    [Theory]
    [InlineData(Half)]
    [InlineData("read=20,rmw=80,keys=zipfian:shared")]
    public void Run_AcknowledgementsLost_RaiseNoAlarm(string mix)
    {
        int operations = 0;
        _target.AfterOperation = (_, _) =>
        {
            if (++operations % 7 == 0)
            {
                throw new BatchWriteException("connection lost", isTransient: true, isAmbiguous: true);
            }
        };

        var result = Run(mix);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(100);
    }

    [Fact]
    public void Run_UpdateGivenUp_ItsRecordMayBeAsItWasOrIs()
    {
        _target.AfterOperation = (_, attempt) =>
        {
            if (attempt > 900)
            {
                throw new BatchWriteException("disk full", isTransient: false, isAmbiguous: true);
            }
        };

        var result = Run(Half);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("disk full");
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
    }

    [Fact]
    public void Run_ConditionalIncrements_LoseNone()
    {
        var result = Run("rmw=1,keys=zipfian:shared");

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        (result.Audit!.Shared!.Increments, result.Audit.Shared.LostUpdates).ShouldBe((2000, 0));
    }

    /// <summary>A read that finds no record, and one of the count before the lane's own increment, which is a conflict.</summary>
    [Theory]
    [InlineData("Ignore", "returned 0 of 1 records")]
    [InlineData("Stale", "though the same lane's increment")]
    public void Run_ReadsWithinIncrementsSabotaged_AreFound(string sabotage, string finding)
    {
        int reads = 0;
        _target.Sabotages = (kind, _) => kind == OperationKind.Read && ++reads % 50 == 0 ? Enum.Parse<Sabotage>(sabotage)
            : Sabotage.None;

        var result = Run("rmw=1,keys=zipfian:shared", sources: 1, inFlight: 1);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.Findings.ShouldHaveSingleItem().ShouldContain(finding);
    }

    [Fact]
    public void Run_PlainIncrementsLost_AreCountedAndNoFault()
    {
        int updates = 0;
        _target.Sabotages = (kind, _) => kind == OperationKind.Update && ++updates % 25 == 0 ? Sabotage.Ignore
            : Sabotage.None;

        var result = Run("rmw-plain=1,keys=zipfian:shared");

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.Shared!.LostUpdates!.Value.ShouldBeGreaterThan(10);
    }

    private TrialResult Run(string mix, int sources = 2, long records = 1000, int inFlight = 4)
    {
        var workload = new CountingWorkload();
        var point = Points.Of(sources, records, batch: 10, inFlight) with
        {
            Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : throw new ArgumentException(mix),
        };
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.Zero), new SilentObserver())
        {
            Seed = 5,
            IsMeasured = false,
        }.Run(Points.Trial(point), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);
    }
}
