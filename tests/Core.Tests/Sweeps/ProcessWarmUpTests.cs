using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Sweeps;

public sealed class ProcessWarmUpTests : IDisposable
{
    /// <summary>One burst: whether it brings a warm state is not the question here.</summary>
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(1);

    private readonly MemoryTarget _target = new();
    private readonly CountingWorkload _workload = new();
    private readonly SilentObserver _observer = new();
    private readonly RetryOptions _retry = new(1, TimeSpan.FromMilliseconds(1));

    public void Dispose()
    {
        _target.Dispose();
        _workload.Dispose();
    }

    [Fact]
    public void Run_Point_LeavesNothingInTheDatabaseAndIsDoneOnce()
    {
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        Run(warmUp);

        _target.Rows.ShouldBeEmpty();
        _target.Calls.Last().ShouldBe("clean");
        _target.Calls.ShouldContain("audit", "the whole of a trial is rehearsed");
        _observer.Notes.ShouldBeEmpty();
        int calls = _target.Calls.Count;
        Run(warmUp);
        _target.Calls.Count.ShouldBe(calls, "the code is warm");
    }

    /// <summary>A point with none sends no batch twice: what it warmed up is not the code of the next point.</summary>
    [Fact]
    public void Run_PointWithDuplicatesAfterOneWithNone_IsDoneOnceMore()
    {
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        _target.Repeats = Repeats.KeepsBoth;

        Run(warmUp, "none").ShouldBeTrue();
        Run(warmUp, "1%").ShouldBeTrue();
        Run(warmUp, "2%").ShouldBeFalse("the code is the same");

        bool Run(ProcessWarmUp by, string share)
        {
            Duplicates.TryParse(share, out var duplicates).ShouldBeTrue();
            return by.Run(Points.Of(sources: 2, records: 500, batch: 20) with { Duplicates = duplicates }, _target, _workload,
                new ExpectedContent(_workload), CancellationToken.None);
        }
    }

    /// <summary>A rehearsal warms up only the operations and the law of keys that its mix has.</summary>
    [Fact]
    public void Run_MixWithAnotherOperationOrLawOfKeys_IsDoneOnceMore()
    {
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };

        Run("read=50,update=50").ShouldBeTrue();
        Run("read=95,update=5").ShouldBeFalse("the code is the same");
        Run("read=50,scan=50").ShouldBeTrue();
        Run("read=50,update=50,keys=zipfian").ShouldBeTrue();
        _observer.Notes.ShouldBeEmpty();

        bool Run(string mix)
        {
            OperationMix.TryParse(mix, out var parsed).ShouldBeTrue();
            return warmUp.Run(Points.Of(sources: 2, records: 500, batch: 20) with { Mix = parsed }, _target, _workload,
                new ExpectedContent(_workload), CancellationToken.None);
        }
    }

    /// <summary>A defect is found by where it happened, which a sentence does not tell.</summary>
    /// <param name="writes">Writes before the defect: it comes in the small trial, or in the repetitions after it.</param>
    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void Run_DefectInTheTarget_IsNotedAndItsTraceIsReported(int writes)
    {
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        int written = 0;
        _target.BeforeWrite = (_, _) =>
        {
            if (Interlocked.Increment(ref written) > writes)
            {
                throw new InvalidOperationException("an index");
            }
        };

        Run(warmUp);

        _observer.Notes.ShouldHaveSingleItem().ShouldContain("an index");
        _observer.Defects.ShouldHaveSingleItem().ShouldContain(nameof(Run_DefectInTheTarget_IsNotedAndItsTraceIsReported));
    }

    [Fact]
    public void Run_DatabaseFails_IsNotedAndTriedAgainBeforeTheNextTrial()
    {
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        _target.OnPrepare = () => throw new TargetException("gone");
        Run(warmUp);
        _observer.Notes.ShouldHaveSingleItem().ShouldContain("gone");

        _target.OnPrepare = null;
        Run(warmUp);
        _observer.Notes.Count.ShouldBe(1);
        _target.Calls.ShouldContain("audit");
    }

    /// <summary>The first preparation is that of the small trial, the second that of the repetitions.</summary>
    [Fact]
    public void Run_InterruptedInTheRepetitions_DropsTheirRecords()
    {
        using var stop = new CancellationTokenSource();
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        _target.AfterWrite = (_, _) =>
        {
            if (_target.Calls.Count(call => call == "prepare") > 1)
            {
                stop.Cancel();
            }
        };

        Should.Throw<OperationCanceledException>(() => Run(warmUp, stop.Token));

        _target.Rows.ShouldBeEmpty();
        _target.Calls.Last().ShouldBe("clean");
        _observer.Notes.ShouldBeEmpty();
    }

    [Fact]
    public void Run_InterruptedAndNoAnswer_SaysThatTheRecordsStayAndCallsNothingMore()
    {
        using var stop = new CancellationTokenSource();
        var warmUp = new ProcessWarmUp(new IngestPipeline(), _retry, 1, _observer) { Warming = Short };
        _target.OnPrepare = () =>
        {
            if (_target.Calls.Count(call => call == "prepare") > 1)
            {
                stop.Cancel();
                throw new LeftBehindException(stop.Token);
            }
        };

        Should.Throw<LeftBehindException>(() => Run(warmUp, stop.Token));

        _observer.Notes.ShouldHaveSingleItem().ShouldContain("The database does not answer: the records of the warm-up");
        _target.Calls.Last().ShouldBe("prepare");
    }

    private void Run(ProcessWarmUp warmUp, CancellationToken cancellation = default) => warmUp.Run(
        Points.Of(sources: 2, records: 500, batch: 20), _target, _workload, new ExpectedContent(_workload), cancellation);
}
