using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;

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

    private static (double Fast, double Slow) Scores(ScoreFormula formula)
    {
        var cells = Heat(formula).Cells;
        return (cells[0][0].Item1!.Value, cells[1][0].Item1!.Value);
    }

    private static HeatChart Heat(ScoreFormula formula) => ScoreFigures.Heat(PlotSet.Of([Reported.Of(SlowAndHungry)]), formula)!;
}
