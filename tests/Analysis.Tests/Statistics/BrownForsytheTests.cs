using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class BrownForsytheTests
{
    private static readonly double[] First = [1, 3, 2, 5, 4];
    private static readonly double[] Second = [4, 9, 7, 6, 8];

    /// <summary>Of two values both lie equally far from their mean, so that the distance counts once.</summary>
    [Fact]
    public void POfDeviations_PairsOfValues_IsThatOfEachPairOnce()
    {
        double p = BrownForsythe.POfDeviations([Pairs(First), Pairs(Second)], First.Length + Second.Length)!.Value;

        p.ShouldBe(OneWayAnova.Of([First, Second])!.Between.P, 1e-12);
        BrownForsythe.Of([Pairs(First), Pairs(Second)])!.Between.P.ShouldBeLessThan(p / 10);
    }

    [Fact]
    public void POfDeviations_AsManyMeansAsDegreesOfFreedom_IsNone() =>
        BrownForsythe.POfDeviations([[-1, 1, 2], [-2, 2, 5]], 4).ShouldBeNull();

    private static double[] Pairs(double[] distances) => [.. distances.SelectMany(distance => (double[])[-distance, distance])];
}
