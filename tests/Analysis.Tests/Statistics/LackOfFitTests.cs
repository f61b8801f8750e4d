using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// Three values at each of four places. The figures come from Python/lack_of_fit.py, which computes them in fractions and by the
/// closed forms of 2 degrees of freedom.
/// </summary>
public class LackOfFitTests
{
    [Fact]
    public void Of_ABentLine_IsSignificant_AndThePlacesGiveTheInterval()
    {
        var fit = LackOfFit.Of(Places([10, 11, 12], [19, 20, 21], [24, 25, 26], [38, 39, 40]), 0.95).ShouldNotBeNull();
        fit.P.ShouldBe(0.0005559158476490415, 1e-12);
        fit.IsSignificant.ShouldBeTrue();
        fit.SlopeInterval.Low.ShouldBe(8.9 - 5.216689194675694, 1e-6);
        fit.SlopeInterval.High.ShouldBe(8.9 + 5.216689194675694, 1e-6);
    }

    [Fact]
    public void Of_AStraightLine_IsNot()
    {
        var fit = LackOfFit.Of(Places([10, 13, 16], [17, 20, 23], [28, 31, 34], [36, 39, 42]), 0.95).ShouldNotBeNull();
        fit.P.ShouldBe(0.6528297259895449, 1e-10);
        fit.IsSignificant.ShouldBeFalse();
    }

    /// <summary>Any lack of fit counts where repetitions are equal, and none where the means lie on the line.</summary>
    [Theory]
    [InlineData(3, true)]
    [InlineData(4, false)]
    public void Of_EqualRepetitions_CountsAnyLack(double third, bool isSignificant)
    {
        var fit = LackOfFit.Of(Places([2e9, 2e9], [3e9, 3e9], [third * 1e9, third * 1e9], [5e9, 5e9]), 0.95).ShouldNotBeNull();
        fit.IsSignificant.ShouldBe(isSignificant);
        fit.P.ShouldBe(isSignificant ? 0 : 1);
    }

    [Fact]
    public void Of_TwoPlaces_OrNoRepetition_IsNoTest()
    {
        LackOfFit.Of(Places([1, 2], [3, 4]), 0.95).ShouldBeNull();
        LackOfFit.Of(Places([1], [3], [7], [8]), 0.95).ShouldBeNull();
    }

    private static IReadOnlyList<IReadOnlyList<(double X, double Y)>> Places(params double[][] values) =>
        [.. values.Select((place, i) => (IReadOnlyList<(double X, double Y)>)[.. place.Select(value => (i + 1.0, value))])];
}
