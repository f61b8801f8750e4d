using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class PrecisionRuleTests
{
    /// <summary>
    /// The study over 4,000 sweeps finds 93.4 to 95.9 % (docs/explanation/statistics.md): four standard deviations of 2,000
    /// sweeps below that are 91.2 %.
    /// </summary>
    [Theory]
    [InlineData(0.03)]
    [InlineData(0.05)]
    [InlineData(0.08)]
    public void StoppingWhenNarrow_CoversTheTruthNearlyAsOftenAsTheLevelSays(double variation)
    {
        var (coverage, _, atMost) = new PrecisionStudy { Variation = variation }.Run(2_000);
        coverage.ShouldBeInRange(0.912, 0.98);
        atMost.ShouldBe(0);
    }

    /// <summary>Rates and times by hand: t(0.975, 9) = 2.262157, ten times of sd 0.03 around 1.</summary>
    [Fact]
    public void HalfWidth_IsThatOfTheReportedInterval()
    {
        double[] trials = [.. Enumerable.Range(0, 10).Select(i => i % 2 == 0 ? 1.03 : 0.97)];
        double sd = 0.03 * Math.Sqrt(10.0 / 9);
        double half = 2.262157162740992 * sd / Math.Sqrt(10);
        double expected = ((1 / (1 - half)) - (1 / (1 + half))) / 2;
        PrecisionRule.HalfWidthShare(trials, 0.95).ShouldNotBeNull().ShouldBe(expected, 1e-12);
        PrecisionRule.IsReached(trials, expected * 1.0001, 0.95).ShouldBeTrue();
        PrecisionRule.IsReached(trials, expected * 0.9999, 0.95).ShouldBeFalse();
    }

    [Fact]
    public void FewerThanTenTrials_AreNeverEnough()
    {
        double[] alike = [.. Enumerable.Repeat(1.0, 9)];
        PrecisionRule.HalfWidthShare(alike, 0.95).ShouldBe(0);
        PrecisionRule.IsReached(alike, 0.5, 0.95).ShouldBeFalse();
        PrecisionRule.IsReached([.. alike, 1.0], 0.5, 0.95).ShouldBeTrue();
    }

    [Fact]
    public void OneTrial_HasNoWidth() => PrecisionRule.HalfWidthShare([1], 0.95).ShouldBeNull();
}
