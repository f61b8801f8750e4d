using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class TrialGrowthTests
{
    private static TrialResult Any => new FakeSweep { Records = [50_000], Trials = 4 }.Journal.OfType<TrialResult>().Last();

    [Fact]
    public void Of_ThroughputThatFalls_HasItsSlopeAndStillFalls()
    {
        // 1,000 records/s fall by 5 each second: 1e6 x -5 / 1,000 a million records at first, twice that at the end.
        var growth = TrialGrowth.Of(Growing.Of(Any, (second, noise) => 1000 - (5 * second) + (10 * noise)), 0.95);
        growth.Intervals.ShouldBe(100);
        growth.SlopeRecordsPerSPerMillion!.Value.ShouldBeInRange(-10_000, -5_000);
        growth.IntervalRecordsPerSPerMillion!.Value.High.ShouldBeLessThan(0);
        growth.StillFalls.ShouldBe(true);
        growth.EndChangeShare!.Value.ShouldBe(-0.39, 0.1);
    }

    [Fact]
    public void Of_ThroughputAtItsLevel_StandsStill()
    {
        var growth = TrialGrowth.Of(Growing.Of(Any, (_, noise) => 1000 + (20 * noise), correlation: 0.5), 0.95);
        growth.IntervalRecordsPerSPerMillion!.Value.Contains(0).ShouldBeTrue();
        growth.StillFalls.ShouldBe(false);
        growth.Changes.ShouldBeEmpty();
    }

    /// <summary>A throughput that found its level in the first half is at it, however far it fell before.</summary>
    [Fact]
    public void Of_ThroughputThatFellOnce_HasAChangeAndNoLongerFalls()
    {
        var trial = Growing.Of(Any, (second, noise) => (second < 30 ? 1000 : 600) + (10 * noise)) with
        {
            Load = new LoadResult
            {
                Position = 0,
                StartedUtc = default,
                Records = 5_000_000,
                LoadS = 1,
                RecordsPerS = 5_000_000,
                Retries = 0,
                Conflicts = 0,
                SettleS = 0,
            },
        };
        var growth = TrialGrowth.Of(trial, 0.95);
        growth.StillFalls.ShouldBe(false);
        growth.StoredBefore.ShouldBe(5_000_000);
        var change = growth.Changes!.ShouldHaveSingleItem();
        change.StoredRecords.ShouldBeInRange(5_028_000, 5_032_000);
        change.BeforeRecordsPerS.ShouldBe(1000, 15);
        change.AfterRecordsPerS.ShouldBe(600, 15);
    }

    [Fact]
    public void Of_OneSourceThatEndsEarly_LeavesOutWhatFollows()
    {
        var trial = Growing.Of(Any, (second, noise) => (second < 60 ? 1000 : 500) + (10 * noise));
        trial = trial with { Sources = [trial.Sources[0] with { FinishedS = 60 }, .. trial.Sources.Skip(1)] };
        var growth = TrialGrowth.Of(trial, 0.95);
        growth.Intervals.ShouldBe(60);
        growth.Changes.ShouldBeEmpty();
    }

    [Fact]
    public void Of_ShortTrialRateMixOrFault_HasNoSlope()
    {
        TrialGrowth.Of(Growing.Of(Any, (_, _) => 1000, seconds: 19), 0.95).SlopeRecordsPerSPerMillion.ShouldBeNull();
        TrialGrowth.Of(Growing.Of(Any, (_, _) => 1000, seconds: 39), 0.95).StillFalls.ShouldBeNull();
        ArrivalRate.TryParse("1000", out var rate).ShouldBeTrue();
        PlannedFault.TryParse("kill@5s", out var fault).ShouldBeTrue();
        foreach (var point in new[] { Any.Point with { Rate = rate }, Any.Point with { Fault = fault } })
        {
            TrialGrowth.Of(Growing.Of(Any, (_, _) => 1000) with { Point = point }, 0.95).Intervals.ShouldBe(0);
        }
    }

    [Fact]
    public void Of_ThreeThousandSamples_TakesThemTogether() =>
        TrialGrowth.Of(Growing.Of(Any, (_, noise) => 1000 + noise, seconds: 3000), 0.95).Intervals.ShouldBe(300);

    [Fact]
    public void Table_StallsAndSlopes_NamesThem()
    {
        var sweep = new FakeSweep
        {
            Records = [50_000],
            Trials = 5,
            Trial = trial => Growing.Of(trial, (second, noise) => (second < 30 ? 1000 : 600) + (10 * noise)) with
            {
                Stalls = Stalls,
            },
        };
        var table = GrowthTable.Of(sweep.Summary)!;
        string text = table.ToMarkdown();
        text.ShouldContain("0 of 2");
        text.ShouldContain("stalled for 2.50 s at 41.0 s (36,000 records; checkpoint began, checkpoint ended)");
        table.Notes.ShouldContain(note => note.Contains("from 1,00") && note.Contains("records/s (p = 0.0"));
        sweep.Summary.Points[0].Growth!.StallShare!.Value.ShouldBe(0.025);
        GrowthTable.Of(new FakeSweep().Summary).ShouldBeNull();
    }

    private static StallResult Stalls => new()
    {
        ResolutionS = 0.01,
        MedianIntervalS = 0.001,
        ThresholdS = 0.1,
        LongestS = 2.5,
        LongestAtS = 41,
        Count = 1,
        TotalS = 2.5,
        Longest = [new Stall(41, 2.5, 36_000) { Meanwhile = ["checkpoint began", "checkpoint ended"] }],
    };
}
