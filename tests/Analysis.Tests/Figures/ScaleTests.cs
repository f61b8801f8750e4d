using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Figures;

public class ScaleTests
{
    [Theory]
    [InlineData(412_345, "0 100k 200k 300k 400k 500k")]
    [InlineData(9.7, "0 2 4 6 8 10")]
    [InlineData(0.155, "0 0.05 0.1 0.15 0.2")]
    [InlineData(2_500_000, "0 500k 1M 1.5M 2M 2.5M")]
    [InlineData(0, "0 0.2 0.4 0.6 0.8 1")]
    public void FromZero_High_HasRoundTicksFromAnHonestZero(double high, string ticks)
    {
        var scale = LinearScale.FromZero(high, 5, 400, 0);
        string.Join(' ', scale.Ticks.Select(tick => tick.Text)).ShouldBe(ticks);
        scale.Of(0).ShouldBe(400);
    }

    [Fact]
    public void Linear_AnyRange_CoversItWithRoundEquallySpacedTicks()
    {
        var bounds = ArbMap.Default.GeneratorFor<NormalFloat>().Two().ToArbitrary();
        Prop.ForAll(bounds, pair =>
        {
            double low = Math.Clamp(Math.Min(pair.Item1.Get, pair.Item2.Get), -1e12, 1e12);
            double high = Math.Clamp(Math.Max(pair.Item1.Get, pair.Item2.Get), -1e12, 1e12);
            var scale = LinearScale.Around(low, high, 5, 0, 1000);
            scale.Of(low).ShouldBeInRange(-1, 1001);
            scale.Of(high).ShouldBeInRange(-1, 1001);
            scale.Ticks.Count.ShouldBeInRange(2, 13);
            double[] gaps = [.. scale.Ticks.Zip(scale.Ticks.Skip(1), (a, b) => scale.Of(b.Value) - scale.Of(a.Value))];
            gaps.ShouldAllBe(gap => Math.Abs(gap - gaps[0]) < 0.01);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Log_EqualRatios_TakeEqualRoom()
    {
        var scale = new LogScale(1, 10_000, 0, 800);
        (scale.Of(100) - scale.Of(10)).ShouldBe(scale.Of(10_000) - scale.Of(1000), 1e-9);
        scale.Ticks.Select(tick => tick.Text).ShouldBe(["1", "10", "100", "1k", "10k"]);
        scale.Of(1).ShouldBeGreaterThanOrEqualTo(0);
        scale.Of(10_000).ShouldBeLessThanOrEqualTo(800);
    }

    [Fact]
    public void Log_RatiosNearOne_HasTicksAtLeast()
    {
        new LogScale(0.97, 1.04, 0, 500).Ticks.Count.ShouldBeGreaterThan(1);
        new LogScale(1, 1, 0, 500).Ticks.Count.ShouldBeGreaterThan(1);
    }

    [Fact]
    public void Spectrum_EachFurtherNine_TakesEqualRoom()
    {
        var scale = new PercentileScale(10_000, 0, 400);
        scale.Ticks.Select(tick => tick.Text).ShouldBe(["p0", "p50", "p90", "p99", "p99.9", "p99.99"]);
        scale.Ticks.Select(tick => Math.Round(scale.Of(tick.Value), 6)).ShouldBe([0, 30.103, 100, 200, 300, 400]);
        scale.Of(1).ShouldBe(400, "the largest value is at the end");
    }

    [Fact]
    public void Band_Groups_LieInTheMiddleOfEqualBands()
    {
        var scale = new BandScale(["a", "b"], 0, 100);
        scale.Band.ShouldBe(50);
        scale.Ticks.Select(tick => scale.Of(tick.Value)).ShouldBe([25, 75]);
    }

    [Fact]
    public void KindOf_Values_IsLogarithmicWhereTheyRiseByRatio()
    {
        PlotAxis.KindOf([1, 10, 100, 1000]).ShouldBe(AxisKind.Log);
        PlotAxis.KindOf([10_000, 20_000, 30_000]).ShouldBe(AxisKind.FromZero);
        PlotAxis.KindOf([5]).ShouldBe(AxisKind.FromZero);
    }
}
