using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>What rules say: of one thing in the singular, of small p-values, and why a test has no result.</summary>
public class SentenceTests
{
    private static readonly FakeSweep One = new() { Records = [50_000], BatchesRecorded = 10 };

    [Fact]
    public void OneOfAThing_IsSaidInTheSingular()
    {
        string reasons = Reasons(One with { Trials = 4 });
        reasons.ShouldContain("1 measured trial gives no bounded interval");
        reasons.ShouldContain("1 measured trial; the tests need 6");
        reasons.ShouldNotContain("1 measured trials");
        string sweep = string.Join('\n', One.Summary.Rules.Select(rule => rule.Reason));
        sweep.ShouldContain("The point is measured");
        Reasons(One with { Trial = trial => trial.Trial == 5 ? trial with { Retries = 1 } : trial })
            .ShouldContain("1 retry, 0 records retried");
    }

    [Theory]
    [InlineData(6, "3 measured trials; the test of normality needs 4.")]
    [InlineData(5_004, "5001 measured trials; the test of normality holds up to 5000 trials.")]
    public void NoTestOfNormality_SaysWhy(int trials, string reason) =>
        Reasons(One with { Trials = trials, BatchesRecorded = 1 }).ShouldContain(reason);

    [Fact]
    public void EqualTimes_HaveNoDistributionToJudge() =>
        Reasons(One with { Trial = trial => FakeSweep.WithElapsed(trial, 1) }).ShouldContain("All times are equal");

    /// <summary>Sixty rising times: the probability of that trend has fifteen zeros.</summary>
    [Fact]
    public void SmallP_IsNever0()
    {
        string reasons =
            Reasons(One with { Trials = 63, Trial = trial => FakeSweep.WithElapsed(trial, 1 + (0.02 * trial.Trial)) });
        reasons.ShouldContain("p < 0.0001 trend");
        reasons.ShouldNotContain("p = 0 ");
        reasons.ShouldNotContain("p = 0)");
    }

    [Fact]
    public void DependentTrials_AreSaidToHaveAWiderInterval()
    {
        string reasons = Reasons(One with { Trial = trial => FakeSweep.WithElapsed(trial, 1 + (0.002 * trial.Trial)) });
        reasons.ShouldContain("times as wide as that of independent trials; 2 % is the aim");
        reasons.ShouldContain("times as wide for it, and may still be too narrow");
    }

    /// <summary>
    /// Two trials 7 % off their mean: t is 12.7 at one degree of freedom, so the interval of the time reaches from 11 % of the
    /// mean to 189 %, and half that of the throughput, from 0.53 to 9, is 426 % of it.
    /// </summary>
    [Fact]
    public void IntervalThatBoundsNothing_IsSaidToHaveNoBounds()
    {
        var sweep = One with
        {
            Noise = 0,
            Trials = 5,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Trial == 5 ? 1.07 : 0.93)),
        };
        sweep.Summary.Points[0].Rules.Single(rule => rule.Rule == 3).Label.ShouldBe("no bounds");
        Reasons(sweep).ShouldContain("bounds nothing, at a coefficient of variation of 9.9 %; 2 % is the aim");
    }

    /// <summary>Two sizes are measured there: that there is one is not why they give no slope.</summary>
    [Fact]
    public void NoSlopeOverSizesThatEndByTime_SaysWhy()
    {
        string reasons = Reasons(new FakeSweep { At = point => point with { DurationS = 1 } });
        reasons.ShouldContain("are no sizes that were chosen, and give no slope.");
        reasons.ShouldNotContain("one number of records");
        Reasons(One).ShouldContain("one number of records gives no slope.");
    }

    private static string Reasons(FakeSweep sweep) =>
        string.Join('\n', sweep.Summary.Points[0].Rules.Select(rule => rule.Reason));
}
