using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Sweeps;

public class SearchTrialsTests
{
    private static readonly Point Slow = Points.Of(records: 50) with { DurationS = 1 };
    private static readonly Point Fast = Points.Of(records: 80) with { DurationS = 1 };

    private static SweepConfiguration Sweep
    {
        get
        {
            SearchLimit.TryParse("p99:50ms", out var limit).ShouldBeTrue();
            return Points.Sweep([Slow, Fast], trials: 26, warmUp: 2) with { Search = new SearchPlan(limit!, Rates: null, 0) };
        }
    }

    [Fact]
    public void Next_FindsTheKneeOfEachPoint()
    {
        var journal = Run([]);
        Schedule.Of(Sweep).ShouldBeEmpty("the trials of a search follow from each other");
        journal.Count.ShouldBe(2 * 26);
        journal.Select(t => t.Position).ShouldBe(Enumerable.Range(0, journal.Count));
        journal.Where(t => t.WarmUp).Select(t => t.Trial).Distinct().ShouldBe([1, 2]);
        foreach (var point in Sweep.Points)
        {
            var state = SearchState.Of(Sweep, point, journal.Where(t => SearchPlan.Searched(t.Point) == point));
            state.End.ShouldBe(SearchEnd.Found);
            state.Search.Rate.ShouldBeInRange(0.98 * KneeOf(point), 1.02 * KneeOf(point));
        }
    }

    /// <summary>Whatever trial it was interrupted after, a resumed search has the same trials in the same order.</summary>
    [Fact]
    public void Next_InterruptedAnywhere_GoesOnWithTheSame()
    {
        var whole = Run([]);
        for (int cut = 0; cut < whole.Count; cut += 7)
        {
            Run([.. whole.Take(cut)]).Select(t => (t.Id, t.Position)).ShouldBe(whole.Select(t => (t.Id, t.Position)));
        }
    }

    /// <summary>A step that reaches no database is tried again, but not for ever: a resumed run takes it up.</summary>
    [Fact]
    public void Next_DatabaseLost_EndsUntilTheSweepIsResumed()
    {
        var further = new SearchTrials(Sweep with { Points = [Slow] });
        var journal = new List<TrialResult>();
        int rounds = 0;
        while (further.Next(journal) is { Count: > 0 } round)
        {
            rounds++;
            journal.AddRange(round.Select(t => Result(t) with { Status = TrialStatus.Unreachable }));
        }

        rounds.ShouldBe(SweepRunner.LostAfterTrials);
        new SearchTrials(Sweep with { Points = [Slow] }).Next(journal).Select(t => t.Trial).ShouldBe([1]);
    }

    [Fact]
    public void Next_AuditsFail_GivesTheSearchUp()
    {
        var journal = new List<TrialResult>();
        var sweep = Sweep with { Points = [Slow] };
        while (new SearchTrials(sweep).Next(journal) is { Count: > 0 } round)
        {
            journal.AddRange(round.Select(t => Result(t) with { Status = TrialStatus.Invalid }));
        }

        journal.Count.ShouldBe(sweep.WarmUp + SearchState.FailingAfter);
        SearchState.Of(sweep, Slow, journal).End.ShouldBe(SearchEnd.Failing);
    }

    private static double KneeOf(Point point) => point.RecordsPerSource == 50 ? 97_300 : 912_000;

    private static List<TrialResult> Run(List<TrialResult> journal)
    {
        var further = new SearchTrials(Sweep);
        while (further.Next(journal) is { Count: > 0 } round)
        {
            journal.AddRange(round.Select(Result));
        }

        return journal;
    }

    private static TrialResult Result(ScheduledTrial trial)
    {
        var histogram = new LatencyHistogram();
        double share = trial.Point.Rate!.RecordsPerS / KneeOf(SearchPlan.Searched(trial.Point));
        histogram.Record((long)(share * 50e6));
        return new TrialResult
        {
            Point = trial.Point,
            Trial = trial.Trial,
            WarmUp = trial.WarmUp,
            Position = trial.Position,
            StartedUtc = DateTimeOffset.UnixEpoch,
            Status = TrialStatus.Complete,
            OpenLoop = new OpenLoopResult
            {
                Response = LatencySummary.Of(histogram),
                LargestBacklogBatches = 0,
                LastBacklogBatches = 0,
            },
        };
    }
}
