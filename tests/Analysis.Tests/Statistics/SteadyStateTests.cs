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

    /// <summary>
    /// Three trials that rise in each of ten blocks: 2 of the 6^10 orders have as strong a trend, and 1 of the 6 orders of each
    /// block is this one. As one series the last trial of a block is followed by the first of the next, and little rises.
    /// </summary>
    [Fact]
    public void OfBlocks_RisingInEachBlock_IsNotSteady()
    {
        var steady = SteadyState.OfBlocks(
            [.. Enumerable.Range(1, 10).Select(block => (double[])[block, block * 1.01, block * 1.02])]);
        steady.Verdict.ShouldBe(SteadyVerdict.NotSteady);
        steady.Reason.ShouldContain("times rise");
        steady.TrendP!.Value.ShouldBe(2 / Math.Pow(6, 10), 1e-12);
    }

    /// <summary>
    /// Deviations of two trials from their mean are opposite by arithmetic alone, in any order: within fifteen such blocks
    /// nothing depends on anything, where the series of all thirty deviations has an autocorrelation of about -0.5.
    /// </summary>
    [Fact]
    public void OfBlocks_PairsOfIndependentTrials_DoNotDependOnEachOther()
    {
        var random = new SplitMix64(3);
        double[][] blocks =
            [.. Enumerable.Range(0, 15).Select(_ => (double[])[1 + random.NextDouble(), 1 + random.NextDouble()])];
        var steady = SteadyState.OfBlocks(blocks);
        steady.AutocorrelationP!.Value.ShouldBe(1);
        steady.Autocorrelation!.Value.ShouldBe(0, 1e-12);
    }

    /// <summary>
    /// The coefficient of 50 values of one wave is cos(2 pi / 51) = 0.992, and what blocks give by chance is 1 / 50 below 0: both
    /// together would be 1.012.
    /// </summary>
    [Fact]
    public void OfBlocks_AWaveInEachBlock_HasNoAutocorrelationAboveOne()
    {
        double[] wave = [.. Enumerable.Range(1, 50).Select(trial => 10 + Math.Sin(2 * Math.PI * trial / 51))];
        SteadyState.OfBlocks([wave, wave]).Autocorrelation!.Value.ShouldBe(1);
    }

    [Fact]
    public void OfBlocks_IndependentTrials_AreSteadyNineteenTimesInTwenty()
    {
        var random = new SplitMix64(11);
        int flagged = 0;
        for (int i = 0; i < 200; i++)
        {
            double[][] blocks =
            [
                .. Enumerable.Range(1, 5).Select(block => Enumerable.Range(0, 4)
                    .Select(_ => block * (1 + (0.1 * random.NextDouble()))).ToArray()),
            ];
            flagged += SteadyState.OfBlocks(blocks).Verdict == SteadyVerdict.NotSteady ? 1 : 0;
        }

        // Level 0.05: 10 expected; 21 has a probability under 0.001. The seed is fixed, so this never varies.
        flagged.ShouldBeLessThan(21);
    }

    /// <summary>One trial a block, or six pairs: 1 and 2^6 = 64 orders are no more than the 120 of five trials.</summary>
    [Theory]
    [InlineData(20, 1)]
    [InlineData(6, 2)]
    public void OfBlocks_TooFewInEachBlock_AreNotTested(int blocks, int trials)
    {
        var steady = SteadyState.OfBlocks([.. Enumerable.Range(1, blocks)
            .Select(block => Enumerable.Range(1, trials).Select(trial => block + (0.1 * trial)).ToArray())]);
        steady.Verdict.ShouldBe(SteadyVerdict.TooFewTrials);
        steady.Reason.ShouldEndWith("blocks: the tests look within blocks, and need longer ones.");
    }

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
