using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class LinearFitTests
{
    [Fact]
    public void Of_AnscombesFirstSet_GivesItsLine()
    {
        // Anscombe, "Graphs in statistical analysis", 1973: slope 0.500 (standard error 0.118), intercept 3.00, r2 0.667.
        (double X, double Y)[] points =
        [
            (10, 8.04), (8, 6.95), (13, 7.58), (9, 8.81), (11, 8.33), (14, 9.96), (6, 7.24), (4, 4.26), (12, 10.84), (7, 4.82),
                (5, 5.68),
        ];
        var fit = LinearFit.Of(points, 0.95)!;
        fit.Slope.ShouldBe(0.50009091, 1e-8);
        fit.Intercept.ShouldBe(3.00009091, 1e-8);
        fit.RSquared.ShouldBe(0.66654246, 1e-8);
        double error = (fit.SlopeInterval!.Value.High - fit.Slope) / StudentT.TwoSided(0.95, 9);
        error.ShouldBe(0.11790550, 1e-7);
    }

    [Fact]
    public void Of_ExactLine_HasNoError()
    {
        var fit = LinearFit.Of([(80_000, 8_020_000), (160_000, 16_020_000), (240_000, 24_020_000)], 0.95)!;
        fit.Slope.ShouldBe(100, 1e-9);
        fit.Intercept.ShouldBe(20_000, 1e-3);
        fit.RSquared.ShouldBe(1, 1e-12);
    }

    [Fact]
    public void Of_OneX_HasNoSlope() => LinearFit.Of([(1, 2), (1, 3)], 0.95).ShouldBeNull();

    [Fact]
    public void Of_TwoPoints_HasASlopeWithoutInterval() => LinearFit.Of([(1, 2), (2, 4)], 0.95)!.SlopeInterval.ShouldBeNull();
}
