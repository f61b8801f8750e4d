using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>The records of a mix: when they are loaded, how that counts, and which trials share a load.</summary>
public sealed class MixLoadTests
{
    private readonly MemoryTarget _target = new();
    private readonly CountingWorkload _workload = new();
    private readonly TrialRunner _runner = new(new IngestPipeline(), new RetryOptions(3, TimeSpan.Zero), new SilentObserver())
    {
        Seed = 5,
        IsMeasured = false,
    };

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

        var result = Run(Trial("read=1"), null);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Load!.Records.ShouldBe(2 * 700);
        result.Load.Retries.ShouldBe(1);
        result.Load.LoadS.ShouldBeGreaterThan(0);
        (result.Retries, result.RetriedRecords).ShouldBe((0, 0));
        result.Operations!.ShouldAllBe(o => o.Errors == 0);
        _target.Calls.ShouldBe(["prepare", "settle", "settle", "audit", "clean"]);
    }

    [Fact]
    public void Run_WithoutAMix_HasNoLoad() =>
        Run(Points.Trial(Points.Of(sources: 2, records: 700)), null).Load.ShouldBeNull();

    [Fact]
    public void Run_LoadFails_IsIncompleteAndSaysWhy()
    {
        _target.BeforeWrite = (_, _) => throw new BatchWriteException("Disk full.", isTransient: false, isAmbiguous: false);

        var result = Run(Trial("read=1"), null);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldBe("The records could not be loaded before the mix: Disk full.");
        result.Load.ShouldBeNull();
        _target.Calls.ShouldBe(["prepare", "clean"]);
    }

    [Fact]
    public void Run_LoadInterrupted_TrialIsAbandonedAndItsDataDropped()
    {
        using var interruption = new CancellationTokenSource();
        _target.BeforeWrite = (_, _) => interruption.Cancel();

        Should.Throw<OperationCanceledException>(() => Run(Trial("read=1"), null, interruption.Token));

        _target.Calls.ShouldBe(["prepare", "clean"]);
    }

    [Fact]
    public void Run_TrialsThatOnlyRead_ShareALoadThatTheJournalNames()
    {
        var first = Trial("read=1", 4);
        var second = Trial("read=1,scan=1", 5);
        var third = Trial("update=1", 6);

        var results = new[] { Run(first, second), Run(second, third), Run(third, null) };

        results.ShouldAllBe(result => result.Status == TrialStatus.Complete && result.Load!.Position == 4);
        _target.Calls.Count(call => call == "prepare").ShouldBe(1);
        _target.Calls.Count(call => call == "clean").ShouldBe(1);
    }

    [Fact]
    public void Run_AfterAnUpdate_LoadsAgain()
    {
        var first = Trial("read=1,update=1", 0);
        var second = Trial("read=1", 1);

        Run(first, second);

        Run(second, null).Load!.Position.ShouldBe(1);
        _target.Calls.Count(call => call == "prepare").ShouldBe(2);
        _target.Calls.Count(call => call == "clean").ShouldBe(2);
    }

    [Fact]
    public void Run_ServerRestarted_LoadsAgain()
    {
        _target.Processes = [Environment.ProcessId];
        var second = Trial("read=1", 1);
        Run(Trial("read=1", 0), second);

        _target.Processes = [1];

        Run(second, null).Load!.Position.ShouldBe(1);
    }

    /// <summary>No process has the number. A cluster with a node here and one elsewhere shows the process of the first.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_ServerElsewhere_LoadsAgainBecauseNothingShowsItsRestarts(bool hasNodeHere)
    {
        _target.Processes = [hasNodeHere ? Environment.ProcessId : int.MaxValue];
        _target.Placement = "remote";
        var second = Trial("read=1", 1);
        Run(Trial("read=1", 0), second);

        Run(second, null).Load!.Position.ShouldBe(1);
    }

    /// <summary>A hybrid of a server on this machine and one that shows no process.</summary>
    [Fact]
    public void Run_OneServerOfTwoElsewhere_LoadsAgainBecauseNothingShowsItsRestarts()
    {
        _target.Processes = [Environment.ProcessId];
        _target.HasHiddenServer = true;
        var second = Trial("read=1", 1);
        Run(Trial("read=1", 0), second);

        Run(second, null).Load!.Position.ShouldBe(1);
    }

    [Theory]
    [InlineData("records")]
    [InlineData("batch")]
    [InlineData("in flight")]
    [InlineData("block")]
    [InlineData("no mix")]
    public void Run_NextNeedsOtherRecords_LoadsAgain(string other)
    {
        var first = Trial("read=1", 0);
        var second = Trial("read=1", 1);
        second = other switch
        {
            "records" => second with { Point = second.Point with { RecordsPerSource = 800 } },
            "batch" => second with { Point = second.Point with { Batch = 7 } },
            "in flight" => second with { Point = second.Point with { InFlight = 2 } },
            "block" => second with { Block = 2 },
            _ => second with { Point = second.Point with { Mix = null } },
        };

        Run(first, second);

        _target.Calls.Last().ShouldBe("clean");
        var result = Run(second, null);
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Load?.Position.ShouldBe(1);
    }

    [Fact]
    public void Forget_TableWasPreparedBySomebodyElse_LoadsAgain()
    {
        var second = Trial("read=1", 1);
        Run(Trial("read=1", 0), second);
        _target.Prepare(IngestRequest.Of(second.Point, 5, RetryOptions.Default).TableOf(_workload.Schema));
        _runner.Forget();

        var result = Run(second, null);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Load!.Position.ShouldBe(1);
    }

    [Fact]
    public void Release_NoTrialTookTheLoad_DropsIt()
    {
        Run(Trial("read=1", 0), Trial("read=1", 1));
        _target.Rows.ShouldNotBeEmpty();

        _runner.Release(CancellationToken.None);
        _runner.Release(CancellationToken.None);

        _target.Rows.ShouldBeEmpty();
        _target.Calls.Count(call => call == "clean").ShouldBe(1);
    }

    private static ScheduledTrial Trial(string mix, int position = 0)
    {
        var point = Points.Of(sources: 2, records: 700, batch: 10, inFlight: 1) with
        {
            Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : throw new ArgumentException(mix),
        };
        return Points.Trial(point) with { Position = position };
    }

    private TrialResult Run(ScheduledTrial trial, ScheduledTrial? next, CancellationToken cancellation = default) =>
        _runner.Run(trial, _target, _workload, new ExpectedContent(_workload), keepData: false, cancellation, next);
}
