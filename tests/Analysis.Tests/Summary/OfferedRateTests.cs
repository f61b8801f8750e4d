using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>An open loop: what was offered, and what was achieved over the time in which it was offered.</summary>
public class OfferedRateTests
{
    /// <summary>5,000/s for 3 s in whole batches: 15 or 16 of them, which over the 3 s would be 5,000 or 5,333.</summary>
    [Fact]
    public void Point_WholeBatchesInTheTime_AchievesNoMoreThanWasOffered()
    {
        var point = Paced(trial => trial.Trial % 2 == 0 ? 15_000 : 16_000, _ => 5000).Summary.Points.Single();

        point.OpenLoop!.OfferedRecordsPerS.ShouldBe(5000);
        point.Throughput!.RecordsPerS.ShouldBe(5000, 1e-9);
        point.Throughput.RatesRecordsPerS.Sd!.Value.ShouldBe(0, 1e-9);
        point.ElapsedS!.Sd.ShouldBe(0, "no noise of rounding is taken for a spread");
        point.Rules.Single(rule => rule.Rule == 2).State.ShouldBe(RuleState.Kept);
    }

    /// <summary>
    /// A Poisson process offers 2,000 to 8,000: a database that keeps up achieves the mean of that, and not the harmonic one.
    /// </summary>
    [Fact]
    public void Point_PoissonKeptUpWith_AchievesTheMeanOfWhatWasOffered()
    {
        double Rate(TrialResult trial) => 1000 * (2 + (trial.Trial * 5 % 7));
        var sweep = Paced(trial => (long)(3 * Rate(trial)), Rate);
        var poisson = sweep with
        {
            Trial = trial => sweep.Trial(trial)! with
            {
                OpenLoop =
                new OpenLoopResult { OfferedRecordsPerS = Rate(trial), LargestBacklogBatches = 0, LastBacklogBatches = 0 }
            },
        };
        var point = poisson.Summary.Points.Single();
        point.Throughput!.RecordsPerS.ShouldBe(point.OpenLoop!.OfferedRecordsPerS!.Value, 1e-9);
        point.Throughput.IntervalRecordsPerS!.Value.Low.ShouldBeLessThan(point.Throughput.RecordsPerS);
    }

    /// <summary>Eight trials of one deployment and two of another: each deployment counts once, as in the interval.</summary>
    [Fact]
    public void Point_BlocksOfUnequalSize_AchievesTheMeanOfTheBlocks()
    {
        static bool IsFirst(TrialResult trial) => trial.Trial <= 11;
        var sweep = Paced(_ => 12_000, trial => IsFirst(trial) ? 4000 : 5000);
        var blocks = sweep with { Trial = trial => sweep.Trial(trial)! with { Block = IsFirst(trial) ? 1 : 2 } };
        blocks.Summary.Points.Single().Throughput!.RecordsPerS.ShouldBe(4500, 1e-9);
    }

    [Fact]
    public void Point_FallenBehind_AchievesLess()
    {
        var point = Paced(_ => 12_000, _ => 4000).Summary.Points.Single();
        (point.OpenLoop!.OfferedRecordsPerS, Math.Round(point.Throughput!.RecordsPerS, 6)).ShouldBe((5000.0, 4000.0));
    }

    [Fact]
    public void Point_StatedRateIsNotThatOfItsSources_IsSaid()
    {
        var sweep = Paced(_ => 15_000, _ => 5000);
        var changed = sweep with { Trial = trial => sweep.Trial(trial)! with { RecordsPerS = 6000 } };
        changed.Summary.Points.Single().Rules.Single(rule => rule.Rule == 2).State.ShouldBe(RuleState.Broken);
    }

    /// <summary>Results of older versions say nothing of what was offered: the makespan counts, as it did.</summary>
    [Fact]
    public void Point_OlderResult_CountsTheMakespan()
    {
        var sweep = Paced(_ => 16_000, _ => 5000);
        var older = sweep with
        {
            Trial = trial => sweep.Trial(trial)! with
            {
                RecordsPerS = 16_000 / 3.0,
                OpenLoop = new OpenLoopResult { LargestBacklogBatches = 0, LastBacklogBatches = 0 },
            },
        };
        var point = older.Summary.Points.Single();
        point.OpenLoop!.OfferedRecordsPerS.ShouldBeNull();
        point.Throughput!.RecordsPerS.ShouldBe(16_000 / 3.0, 1e-6);
    }

    [Theory]
    [InlineData("1000,2000,4000", "sqlite")]
    [InlineData("1000:poisson,2000:poisson", "sqlite")]
    [InlineData("1000,2000,1000:poisson,2000:poisson", "sqlite, sqlite Poisson")]
    [InlineData("1000,2000,4000:poisson", "sqlite, sqlite Poisson")]
    [InlineData("1000,2000,500/source", "sqlite, sqlite a source")]
    public void PlotSet_ArrivalsOfSeveralKinds_AreJoinedByNoLine(string rates, string series)
    {
        Point[] points =
            [.. rates.Split(',').Select(rate => new FakeSweep { Records = [1000] }.Points.Single() with { Rate = Rate(rate) })];
        string.Join(", ", PlotSet.Of([Reported.Of(new FakeSweep { Places = points })]).Series.Select(one => one.Name))
            .ShouldBe(series);
    }

    /// <summary>As many series as a figure holds leave the room of those at a rate, which are compared by themselves.</summary>
    [Fact]
    public void PlotSet_ManySeriesInAClosedLoop_KeepsThoseAtARate()
    {
        var loop = new FakeSweep
        {
            Databases = [.. Enumerable.Range(1, PlotSet.MostSeries).Select(i => FormattableString.Invariant($"db{i:00}"))],
            Records = [1000],
        };
        var set = PlotSet.Of([Reported.Of(loop with
        {
            Places = [.. loop.Points, .. loop.Points.Select(point => point with { Rate = Rate("1000") })],
        })]);
        set.ByMix().Select(part => (part.Mix, part.Set.Series.Count))
            .ShouldBe([("", PlotSet.MostSeries), ("points at a rate", PlotSet.MostSeries)]);
        set.NotCompared.ShouldBeEmpty();
    }

    private static FakeSweep Paced(Func<TrialResult, long> records, Func<TrialResult, double> achieved) => new()
    {
        Records = [1_000_000],
        At = point => point with { DurationS = 3, Rate = Rate("5000") },
        Trial = trial => trial with
        {
            ElapsedS = 3,
            AcknowledgedRecords = records(trial),
            RecordsPerS = achieved(trial),
            OpenLoop = new OpenLoopResult { OfferedRecordsPerS = 5000, LargestBacklogBatches = 0, LastBacklogBatches = 0 },
            Sources = [.. trial.Sources
                .Select(source => source with { OfferedRecordsPerS = 2500, AchievedRecordsPerS = achieved(trial) / 2 })],
        },
    };

    private static ArrivalRate Rate(string text) => ArrivalRate.TryParse(text, out var rate) ? rate
        : throw new ArgumentException(text);
}
