using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Statistics;

public class TwoWayAnovaTests
{
    /// <summary>Breaks of yarn by wool and tension (Tippett 1950; R's <c>warpbreaks</c>): nine a cell.</summary>
    private static readonly double[] Breaks =
    [
        26, 30, 54, 25, 70, 52, 51, 26, 67, 18, 21, 29, 17, 12, 18, 35, 30, 36, 36, 21, 24, 18, 10, 43, 28, 15, 26,
        27, 14, 29, 19, 29, 31, 41, 20, 44, 42, 26, 19, 16, 39, 28, 21, 39, 29, 20, 21, 24, 17, 13, 15, 15, 16, 28,
    ];

    private static (long Wool, long Tension, double Breaks)[] Yarn =>
        [.. Breaks.Select((breaks, i) => (i / 27L, i / 9L % 3, breaks))];

    [Fact]
    public void Of_BalancedYarn_IsThatOfR()
    {
        var anova = TwoWayAnova.Of(Yarn, "wool", "tension")!;
        Check(anova.A, "wool", 1, 450.66666666666691, 3.7652883611186332, 0.058212975959559793);
        Check(anova.B, "tension", 2, 2034.259259259258, 8.4980466483580166, 0.00069262093671344511);
        Check(anova.Interaction!, "wool x tension", 2, 1002.7777777777762, 4.1890689668510346, 0.021044190727863191);
        anova.Residual.DegreesOfFreedom.ShouldBe(48);
        anova.Residual.SumOfSquares.ShouldBe(5745.1111111111131, 1e-9);

        // Cohen's and Hays' definitions, from the sums of squares above.
        anova.A.EtaSquared.ShouldBe(450.66666666666691 / 9232.8148148148139, 1e-12);
        anova.A.PartialEtaSquared.ShouldBe(450.66666666666691 / (450.66666666666691 + 5745.1111111111131), 1e-12);
        anova.B.OmegaSquared
            .ShouldBe((2034.259259259258 - (2 * 119.68981481481485)) / (9232.8148148148139 + 119.68981481481485), 1e-12);
    }

    [Fact]
    public void Of_UnbalancedYarn_IsThatOfRsSequentialSums()
    {
        int[] left = [1, 2, 3, 20, 40, 41];
        var anova = TwoWayAnova.Of([.. Yarn.Where((_, i) => !left.Contains(i + 1))])!;
        Check(anova.A, "a", 1, 383.64188405797131, 3.4112559382394676, 0.071806269687888113);
        Check(anova.B, "b", 2, 1909.9150299386581, 8.4912639340841078, 0.00079991545055983413);
        Check(anova.Interaction!, "a x b", 2, 1216.8914987017861, 5.4101605216185478, 0.0081173324141103047);
    }

    /// <summary>Each block is at its own level at all three b: two blocks repeat a, not six values.</summary>
    [Fact]
    public void Of_Blocks_AreWhatRepeatsTheFirstFactor()
    {
        (long A, long B, double Value, int? Block)[] values =
            [.. from a in Enumerable.Range(0, 2)
                from b in Enumerable.Range(0, 3)
                from block in Enumerable.Range(0, 2)
                select ((long)a, (long)b, (double)(a + block), (int?)block)];

        var anova = TwoWayAnova.Of([.. values.Select(value => (value.A, value.B, value.Value))],
            blocks: [.. values.Select(value => value.Block)])!;

        anova.A.F.ShouldBe(2, 1e-9, "3 on 1 degree of freedom over 3 on 2");
        anova.A.P.ShouldBe(1 - (1 / Math.Sqrt(2)), 1e-9);
        anova.Residual.DegreesOfFreedom.ShouldBe(6);
    }

    [Fact]
    public void Of_WhatCannotBeToldApart_IsNone()
    {
        TwoWayAnova.Of([.. Yarn.Where(y => y.Wool == 0)]).ShouldBeNull("one level");
        TwoWayAnova.Of([.. Yarn.Select(y => (y.Wool, y.Tension, 7.0))]).ShouldBeNull("nothing varies");
        TwoWayAnova.Of([.. Yarn.Where(y => y.Wool == 1 || y.Tension == 0)]).ShouldNotBeNull().Interaction.ShouldBeNull();
        TwoWayAnova.Of([(0, 0, 1), (0, 0, 2), (1, 1, 3), (1, 1, 5)]).ShouldBeNull("two parts that share no level");
    }

    [Fact]
    public void Of_MovedAndScaledValues_HaveTheSameF() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed =>
        {
            var random = new SplitMix64((ulong)seed);
            var values = new (long A, long B, double Value)[40];
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = (i % 2, i / 2 % 4, random.NextDouble());
            }

            var plain = TwoWayAnova.Of(values)!;
            var moved = TwoWayAnova.Of([.. values.Select(v => (v.A + 7, v.B * 10_000, 4096 + (v.Value * 8)))])!;
            return Math.Abs((moved.Interaction!.F / plain.Interaction!.F) - 1) < 1e-8
                && Math.Abs((moved.B.F / plain.B.F) - 1) < 1e-8;
        }).QuickCheckThrowOnFailure();

    private static void Check(AnovaEffect effect, string source, int degrees, double squares, double f, double p)
    {
        effect.Source.ShouldBe(source);
        effect.DegreesOfFreedom.ShouldBe(degrees);
        (effect.SumOfSquares / squares).ShouldBe(1, 1e-12);
        (effect.MeanSquare / squares * degrees).ShouldBe(1, 1e-12);
        (effect.F / f).ShouldBe(1, 1e-12);
        (effect.P / p).ShouldBe(1, 1e-11);
    }
}
