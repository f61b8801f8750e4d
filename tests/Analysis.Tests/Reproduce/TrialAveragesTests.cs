using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Reproduce;

public class TrialAveragesTests
{
    /// <summary>
    /// Three deployments of 1.0, 1.1 and 1.2 s at one point and of twice that at another, six trials each: means 1.5, 1.65 and
    /// 1.8, s = 0.15, and t(0.975, 2 df) = 4.302653 by any table, so 1.65 +- 4.302653 x 0.15 / sqrt(3) = 1.65 +- 0.372621.
    /// </summary>
    [Fact]
    public void Of_PointsOfBlocks_RepeatsTheBlocks()
    {
        var points = new FakeSweep
        {
            Trials = 18,
            WarmUp = 0,
            Trial = trial =>
            {
                int block = 1 + ((trial.Trial - 1) / 6);
                double size = trial.Point.RecordsPerSource / 50_000.0;
                return FakeSweep.WithElapsed(trial, size * (0.9 + (0.1 * block))) with { Block = block };
            },
        }.Summary.Points;
        var averages = TrialAverages.Of(points, trial => trial.ElapsedS).ShouldNotBeNull();
        averages.N.ShouldBe(3);
        averages.Mean.ShouldBe(1.65, 1e-9);
        var interval = TrialAverages.IntervalOf(averages, 0.95).ShouldNotBeNull();
        interval.Low.ShouldBe(1.65 - 0.372621, 1e-5);
        interval.High.ShouldBe(1.65 + 0.372621, 1e-5);
        TrialAverages.Of(points, trial => trial.Trial == 3 ? null : trial.ElapsedS).ShouldBeNull();
    }

    /// <summary>Such points may come from two results: they have an average, and nothing that repeats in both.</summary>
    [Fact]
    public void Of_APointWithoutBlocksBesideOneWithThem_IsOneAverageOfAllTrials()
    {
        var points = new FakeSweep
        {
            Trials = 18,
            WarmUp = 0,
            Trial = trial => trial.Point.RecordsPerSource == 50_000 ? FakeSweep.WithElapsed(trial, 1)
                : FakeSweep.WithElapsed(trial, trial.Trial > 12 ? 5 : 2) with { Block = 1 + ((trial.Trial - 1) / 6) },
        }.Summary.Points;

        var averages = TrialAverages.Of(points, trial => trial.ElapsedS).ShouldNotBeNull();

        averages.N.ShouldBe(1);
        averages.Mean.ShouldBe(2, 1e-9);
        TrialAverages.IntervalOf(averages, 0.95).ShouldBeNull();
    }
}
