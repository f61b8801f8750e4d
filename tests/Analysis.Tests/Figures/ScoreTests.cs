using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Figures;

public class ScoreTests
{
    /// <summary>
    /// Twice as slow and 1.8 times the CPU a record, but less CPU a second; and 0.01 % less space, which must not outweigh that.
    /// </summary>
    private static readonly FakeSweep SlowAndHungry = new()
    {
        Databases = ["sqlite", "postgres"],
        Records = [100_000],
        Noise = 0,
        Trial = trial => trial.Point.Database == "sqlite"
            ? trial
            : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS) with
            {
                Client = trial.Client! with { CpuS = trial.Client.CpuS * 1.8, CpuShare = trial.Client.CpuShare * 0.9 },
                Server = trial.Server! with { CpuS = trial.Server.CpuS * 1.8, CpuShare = trial.Server.CpuShare * 0.9 },
                Space = trial.Space! with { BytesPerRecord = trial.Space.BytesPerRecord * 0.9999 },
            },
    };

    [Fact]
    public void Heat_SlowerAndHungrierARecord_RanksLast()
    {
        var (fast, slow) = Scores(ScoreFormula.PerRecord);
        fast.ShouldBeGreaterThan(0.99);
        slow.ShouldBeLessThan(0.5);
    }

    [Fact]
    public void Heat_ByTheFormulaOfTheStudy_IsLabelledAndTakesTheShareOfTheTime()
    {
        var chart = Heat(ScoreFormula.Study3);
        chart.Title.ShouldContain("study 3");
        chart.Caption.ShouldContain("looks thriftier");
        var (fast, slow) = Scores(ScoreFormula.Study3);
        (fast - slow).ShouldBeLessThan(0.1,
            "two metrics each: the share of the time and 0.01 % of the space are as good as throughput and latency");
    }

    /// <summary>A database that lost records may well have the best score: the figure must not hide that.</summary>
    [Fact]
    public void Heat_PointOfAFailedAudit_IsMarked()
    {
        var losing = SlowAndHungry with
        {
            Trial = trial => trial is { Trial: 6, Point.Database: "sqlite" }
                ? trial with { Status = TrialStatus.Invalid, Audit = trial.Audit! with { Passed = false, MissingRecords = 3 } }
                : SlowAndHungry.Trial(trial),
        };
        var chart = ScoreFigures.Heat(PlotSet.Of([Reported.Of(losing)]))!;
        chart.Cells.Select(row => row[0].IsInvalid).ShouldBe([true, false]);
        chart.Cells[0][0].Tip.ShouldEndWith("\na trial failed its audit");
        chart.Caption.ShouldEndWith("A frame marks a point of which a trial failed its audit.");
        SvgImage.Standalone(chart).Split("class=\"ring\"").Length.ShouldBe(2);
        Heat(ScoreFormula.PerRecord).Caption.ShouldNotContain("audit");
    }

    /// <summary>A mix and batches do different work, so neither may set the best or the worst of the other.</summary>
    [Fact]
    public void Catalog_BatchesBesideAMix_ScoresEachByItself()
    {
        var mix = SlowAndHungry with
        {
            At = point => point with { Mix = OperationMix.TryParse("read=1", out var parsed) ? parsed : null },
        };
        HeatChart[] charts = [.. FigureCatalog.Of([Reported.Of(SlowAndHungry), Reported.Of(mix)]).OfType<HeatChart>()];

        charts.Select(chart => chart.Name).ShouldBe(["score-1", "score-2"]);
        charts[0].Title.ShouldBe("Composite score, batches");
        charts[0].Cells.Select(row => row[0].Score).ShouldBe(Heat(ScoreFormula.PerRecord).Cells.Select(row => row[0].Score));
        charts[0].Caption.ShouldContain("CPU a record");
        charts[1].Caption.ShouldContain("CPU an operation");
    }

    [Fact]
    public void Heat_PointsAtARate_DoNotScoreByWhatArrives()
    {
        var paced = SlowAndHungry with
        {
            At = point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null },
        };
        ScoreFigures.Heat(PlotSet.Of([Reported.Of(paced)]))!.Caption.ShouldStartWith("The mean of CPU a record");
    }

    /// <summary>A database that falls behind answers each operation that it begins as soon as another one.</summary>
    [Fact]
    public void Heat_PointsAtARate_ScoreByResponseTimes()
    {
        var paced = SlowAndHungry with
        {
            At = point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null },
            Trial = trial =>
            {
                var responses = new LatencyHistogram();
                responses.Record(trial.Point.Database == "sqlite" ? 5_000_000_000 : 5_000_000);
                return trial with
                {
                    OpenLoop = new OpenLoopResult
                    {
                        Response = LatencySummary.Of(responses),
                        LargestBacklogBatches = 0,
                        LastBacklogBatches = 0,
                    },
                };
            },
        };

        var chart = ScoreFigures.Heat(PlotSet.Of([Reported.Of(paced)]))!;

        chart.Cells[0][0].Tip.ShouldContain("\np99 of a batch's response time: 0.00");
        chart.Cells[1][0].Tip.ShouldContain("\np99 of a batch's response time: 1.00");
    }

    /// <summary>The client alone, beside a database of which both sides count, would look thrifty.</summary>
    [Theory]
    [InlineData("remote", false)]
    [InlineData("in-process", true)]
    public void Heat_ServerWhoseUseWasNotRead_CountsOnlyWhereThereIsNone(string placement, bool counts)
    {
        var alone = SlowAndHungry with
        {
            Target = target => target.Database == "sqlite" ? target with { Placement = placement } : target,
            Trial = trial => trial.Point.Database == "sqlite" ? trial with { Server = null } : SlowAndHungry.Trial(trial),
        };

        string caption = ScoreFigures.Heat(PlotSet.Of([Reported.Of(alone)]))!.Caption;

        caption.Contains("CPU a record of client and server", StringComparison.Ordinal).ShouldBe(counts);
        caption.Contains("peak memory", StringComparison.Ordinal).ShouldBe(counts);
    }

    /// <summary>Its 0 bytes had been the best of all.</summary>
    [Fact]
    public void Heat_ServerThatDoesNotTellItsSpace_HasNoScoreOfIt()
    {
        var silent = SlowAndHungry with
        {
            Trial = trial => SlowAndHungry.Trial(trial)! with
            {
                Space = trial.Space! with { BytesPerRecord = trial.Point.Database == "sqlite" ? trial.Space.BytesPerRecord : 0 },
            },
        };
        var set = PlotSet.Of([Reported.Of(silent)]);

        ScoreFigures.Heat(set)!.Caption.ShouldNotContain("bytes a record");
        Heat(ScoreFormula.PerRecord).Caption.ShouldContain("bytes a record");
        LineFigures.PerRecord(set).Series.Select(line => line.Points.Single().Y is not null).ShouldBe([true, false]);
    }

    private static (double Fast, double Slow) Scores(ScoreFormula formula)
    {
        var cells = Heat(formula).Cells;
        return (cells[0][0].Item1!.Value, cells[1][0].Item1!.Value);
    }

    private static HeatChart Heat(ScoreFormula formula) => ScoreFigures.Heat(PlotSet.Of([Reported.Of(SlowAndHungry)]), formula)!;
}
