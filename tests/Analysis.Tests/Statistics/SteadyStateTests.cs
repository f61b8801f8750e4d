using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class SteadyStateTests
{
    [Fact]
    public void Of_FiveTrials_AreTooFew() => SteadyState.Of([1, 2, 3, 4, 5]).Verdict.ShouldBe(SteadyVerdict.TooFewTrials);

    [Fact]
    public void Of_Rising_IsNotSteady()
    {
        var steady = SteadyState.Of([1.00, 1.01, 1.03, 1.02, 1.05, 1.06, 1.08, 1.07, 1.09, 1.10]);
        steady.Verdict.ShouldBe(SteadyVerdict.NotSteady);
        steady.Reason.ShouldContain("times rise");
    }

    [Fact]
    public void Of_StepInTheMiddle_IsNotSteadyAndLocatesIt()
    {
        var steady = SteadyState.Of([1.02, 1.00, 1.01, 1.03, 0.99, 1.52, 1.50, 1.51, 1.53, 1.49]);
        steady.Verdict.ShouldBe(SteadyVerdict.NotSteady);
        steady.ChangeIndex.ShouldBe(5);
        steady.ChangeP!.Value.ShouldBeLessThan(0.02);
    }

    [Fact]
    public void Of_Alternating_DependsOnTheTrialBefore()
    {
        var steady = SteadyState.Of([1, 2, 1.1, 2.1, 1.05, 2.05, 1.02, 2.02, 1.08, 2.08]);
        steady.Verdict.ShouldBe(SteadyVerdict.NotSteady);
        steady.Autocorrelation!.Value.ShouldBeLessThan(-0.7);
        steady.Reason.ShouldContain("depends on the one before");
    }

    [Fact]
    public void Of_Constant_IsSteady() => SteadyState.Of([2, 2, 2, 2, 2, 2, 2, 2]).Verdict.ShouldBe(SteadyVerdict.Steady);

    [Fact]
    public void Of_IndependentTrials_AreSteadyNineteenTimesInTwenty()
    {
        var random = new SplitMix64(7);
        int flagged = 0;
        const int Series = 200;
        for (int i = 0; i < Series; i++)
        {
            double[] series = [.. Enumerable.Range(0, 10).Select(_ => random.NextDouble())];
            flagged += SteadyState.Of(series).Verdict == SteadyVerdict.NotSteady ? 1 : 0;
        }

        // Level 0.05: 10 expected; 21 has a probability under 0.001. The seed is fixed, so this never varies.
        flagged.ShouldBeInRange(1, 20);
    }
}
