using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// One-way tests against constants from R 4.2 and its data set PlantGrowth, of which the last group is cut to six plants:
/// <c>g &lt;- PlantGrowth[1:26,]</c>. <see cref="RTests"/> compares a hundred further sets where R is installed.
/// </summary>
public class OneWayTests
{
    private static readonly double[][] Plants =
    [
        [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14],
        [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
        [6.31, 5.12, 5.54, 5.50, 5.37, 5.29],
    ];

    /// <summary><c>oneway.test(weight ~ group, g)</c></summary>
    [Fact]
    public void Welch_PlantGrowth_IsOnewayTest()
    {
        var test = WelchAnova.Of(Plants)!;
        test.F.ShouldBe(4.299446395705608, 1e-12);
        test.DenominatorDegreesOfFreedom.ShouldBe(14.828950818255940, 1e-11);
        test.P.ShouldBe(0.033676183705319995, 1e-13);
    }

    /// <summary>
    /// <c>s &lt;- split(g$weight, g$group); n &lt;- lengths(s); v &lt;- sapply(s, var); e &lt;- (1 - n/26) * v;
    /// f &lt;- sum(n * (sapply(s, mean) - mean(g$weight))^2) / sum(e); d &lt;- 1 / sum((e/sum(e))^2 / (n-1));
    /// pf(f, 2, d, lower.tail=FALSE)</c>
    /// </summary>
    [Fact]
    public void BrownForsythe_PlantGrowth_IsItsDefinitionInR()
    {
        var test = WelchAnova.OfBrownForsythe(Plants)!;
        test.F.ShouldBe(3.828908181169284, 1e-12);
        test.DenominatorDegreesOfFreedom.ShouldBe(21.216487855940624, 1e-11);
        test.P.ShouldBe(0.038037632678432624, 1e-13);
    }

    /// <summary><c>TukeyHSD(aov(weight ~ group, g))</c>; R's ptukey and qtukey are good to some 1e-8 here.</summary>
    [Fact]
    public void Tukey_PlantGrowth_IsTukeyHSD()
    {
        var pairs = TukeyHsd.Of(Plants, 0.95);
        pairs.Select(pair => (pair.First, pair.Second)).ShouldBe([(0, 1), (0, 2), (1, 2)]);
        (double Difference, double Low, double High, double P)[] theirs =
        [
            (-0.37100000000000044, -1.0941734158641752, 0.35217341586417417, 0.417727737326942),
            (0.48966666666666647, -0.3453820659732583, 1.3247153993065912, 0.3240866080560295),
            (0.8606666666666669, 0.025617934026742173, 1.6957153993065917, 0.04252702751933879),
        ];
        foreach (var (pair, expected) in pairs.Zip(theirs))
        {
            pair.Difference.ShouldBe(expected.Difference, 1e-12);
            pair.Interval.Low.ShouldBe(expected.Low, 1e-4);
            pair.Interval.High.ShouldBe(expected.High, 1e-4);
            pair.P.ShouldBe(expected.P, 1e-7);
        }
    }

    /// <summary>A group of one value, or one that does not vary, has no variance to compare with.</summary>
    [Fact]
    public void AnyTest_GroupsWithoutVariance_GivesNone()
    {
        double[][][] without = [[[1, 2]], [[1, 2], [3]], [[1, 2], [3, 3]], []];
        foreach (double[][] groups in without)
        {
            WelchAnova.Of(groups).ShouldBeNull();
            WelchAnova.OfBrownForsythe(groups).ShouldBeNull();
        }

        TukeyHsd.Of([[1, 2]], 0.95).ShouldBeEmpty();
        TukeyHsd.Of([[1, 1], [2, 2]], 0.95).ShouldBeEmpty();
    }
}
