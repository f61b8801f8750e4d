using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class RepetitionPlanTests
{
    [Fact]
    public void Of_TwoLevelsByHand_GivesTheVariancesAndTheOptimum()
    {
        // Means of runs 10, 12, 14 with variance 2 each: S1 = 2, S2 = 4, T2 = 4 - 2 / 2 = 3; optimum sqrt(9 / 1 x 2 / 3) = 2.45.
        var plan = RepetitionPlan.Of([[[9, 11]], [[11, 13]], [[13, 15]]], (1, 1, 9), 0.1, 0.95)!;
        plan.Levels.Select(level => level.Kind).ShouldBe([RepetitionKind.Run, RepetitionKind.Deployment]);
        plan.Levels[0].Variance.ShouldBe(2, 1e-12);
        plan.Levels[1].Variance.ShouldBe(3, 1e-12);
        plan.Levels[0].Measured.ShouldBe(2);
        plan.Levels[0].Planned.ShouldBe(3);

        // Then a deployment's variance is 3 + 2 / 3, and 6 of them are the fewest with t sqrt(3.667 / n)
        // <= 1.2... of a mean of 12.
        int n = plan.Levels[1].Planned;
        double Half(int k) => StudentT.TwoSided(0.95, k - 1) * Math.Sqrt((3 + (2.0 / 3)) / k) / 12;
        Half(n).ShouldBeLessThanOrEqualTo(0.1);
        Half(n - 1).ShouldBeGreaterThan(0.1);
        plan.HalfWidthShare.ShouldBe(Half(n), 1e-12);
    }

    [Fact]
    public void Of_RunsOnly_PlansRuns()
    {
        var plan = RepetitionPlan.Of([[[98, 100, 102]]], (1, 10, 100), 0.01, 0.95)!;
        plan.Levels.ShouldHaveSingleItem().Kind.ShouldBe(RepetitionKind.Run);
        plan.Levels[0].Planned.ShouldBe(18, "t(0.95, 17) x 2 / sqrt(18) = 0.995");
    }

    /// <summary>Of 5 runs and of 15,000: one fewer would not do.</summary>
    [Theory]
    [InlineData(99, 101)]
    [InlineData(50, 150)]
    [InlineData(10, 190)]
    public void Of_RunsOfAnyNoise_PlansTheFewest(double low, double high)
    {
        const double share = 0.02;
        var level = RepetitionPlan.Of([[[low, high]]], (1, 10, 100), share, 0.95)!.Levels.ShouldHaveSingleItem();
        double Half(int runs) =>
            StudentT.HalfWidth(0.95, runs - 1, Math.Sqrt(level.Variance / runs)) / ((low + high) / 2);
        Half(level.Planned).ShouldBeLessThanOrEqualTo(share);
        Half(level.Planned - 1).ShouldBeGreaterThan(share);
    }

    /// <summary>1.96 x 141.4 / sqrt(n) is 0.836 % of a mean of 100 at 110,000 runs.</summary>
    [Fact]
    public void Of_MoreRunsThanAnyoneMakes_PlansTheMost() =>
        RepetitionPlan.Of([[[0, 200]]], (1, 10, 100), 0.008_36, 0.95)!.Levels[0].Planned.ShouldBe(100_000);

    [Fact]
    public void Of_NothingRepeated_IsNoPlan() => RepetitionPlan.Of([[[98]]], (1, 10, 100), 0.01, 0.95).ShouldBeNull();

    [Fact]
    public void Of_ThreeGeneratedLevels_FindsTheirVariances()
    {
        var random = new SplitMix64(7);
        double Uniform(double sd) => (random.NextDouble() - 0.5) * sd * Math.Sqrt(12);
        var measured = Enumerable.Range(0, 400).Select(_ =>
        {
            double deployment = 100 + Uniform(3);
            return Enumerable.Range(0, 4).Select(_ =>
            {
                double restart = deployment + Uniform(2);
                return Enumerable.Range(0, 5).Select(_ => restart + Uniform(1)).ToArray();
            }).ToArray();
        }).ToArray();
        var plan = RepetitionPlan.Of(measured, (1, 16, 100), 0.01, 0.95)!;
        plan.Levels.Select(level => level.Variance).Zip([1.0, 4, 9])
            .ShouldAllBe(pair => Math.Abs(pair.First / pair.Second - 1) < 0.15);

        // sqrt(16 / 1 x 1 / 4) = 2 and sqrt(100 / 16 x 4 / 9) = 1.67, both rounded up.
        plan.Levels[0].Planned.ShouldBeInRange(2, 3);
        plan.Levels[1].Planned.ShouldBe(2);
    }

    [Fact]
    public void Of_NoVarianceAbove_RepeatsRunsAsOften() =>
        RepetitionPlan.Of([[[9, 11]], [[9, 11]], [[9, 11]]], (1, 1, 9), 0.1, 0.95)!.Levels[0].Planned.ShouldBe(2);
}
