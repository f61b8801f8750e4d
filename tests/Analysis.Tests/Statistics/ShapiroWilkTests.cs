using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class ShapiroWilkTests
{
    // The examples of SciPy's own test suite, computed by the published Fortran code of AS R94.
    [Theory]
    [InlineData(
        new[] { 0.11, 7.87, 4.61, 10.14, 7.95, 3.14, 0.46, 4.43, 0.21, 4.75, 0.71, 1.52, 3.24, 0.93, 0.42, 4.97, 9.53, 4.55, 0.47,
            6.66 },
        0.90047299861907959,
        0.042089745402336121)]
    [InlineData(
        new[] { 1.36, 1.14, 2.92, 2.55, 1.46, 1.06, 5.27, -1.11, 3.48, 1.10, 0.88, -0.51, 1.46, 0.52, 6.20, 1.69, 0.08, 3.67,
            2.81, 3.49 },
        0.9590270,
        0.52460)]
    public void Of_PublishedExample_IsReproduced(double[] values, double w, double p)
    {
        var test = ShapiroWilk.Of(values)!;
        test.W.ShouldBe(w, 1e-6);
        test.P.ShouldBe(p, 1e-5);
    }

    [Fact]
    public void Of_WeightsOfElevenMen_IsNotNormal()
    {
        // The example of Shapiro and Wilk (1965): W = 0.79; R gives W = 0.78881, p = 0.006704.
        var test = ShapiroWilk.Of([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236])!;
        test.W.ShouldBe(0.78881, 1e-5);
        test.P.ShouldBe(0.006704, 1e-6);
    }

    [Fact]
    public void Of_EqualValues_CannotBeJudged() => ShapiroWilk.Of([1, 1, 1, 1, 1]).ShouldBeNull();

    [Fact]
    public void Of_ThreeValues_AreTooFew() => ShapiroWilk.Of([1, 2, 3]).ShouldBeNull();

    [Fact]
    public void Of_FourAndFiveValues_StayWithinBounds()
    {
        ShapiroWilk.Of([1, 2, 3, 4])!.W.ShouldBeInRange(0.9, 1);
        ShapiroWilk.Of([1, 2, 3, 4, 100])!.P.ShouldBeLessThan(0.01);
    }
}
