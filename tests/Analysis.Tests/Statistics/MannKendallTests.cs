using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class MannKendallTests
{
    [Fact]
    public void Of_TenRising_HasThePValueOfOneOrderInTwo()
    {
        var trend = MannKendall.Of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        trend.S.ShouldBe(45);
        trend.P.ShouldBe(2 / 3628800.0, 1e-15);
    }

    [Fact]
    public void Of_EveryOrderOfSix_HasThePValueThatCountingGives()
    {
        var all = Orders([1, 2, 3, 4, 5, 6]).Select(order => MannKendall.Of(order)).ToList();
        foreach (var trend in all)
        {
            trend.P.ShouldBe(all.Count(other => Math.Abs(other.S) >= Math.Abs(trend.S)) / (double)all.Count, 1e-12);
        }
    }

    [Fact]
    public void Of_Ties_UsesTheCorrectedNormal()
    {
        // By hand: S = 9, variance (5*4*15 - 2*1*9) / 18 = 282 / 18; z = 8 / 3.958 = 2.0212.
        var trend = MannKendall.Of([1, 2, 2, 3, 4]);
        trend.S.ShouldBe(9);
        trend.P.ShouldBe(0.0433, 2e-4);
    }

    [Fact]
    public void Of_Constant_FindsNothing() => MannKendall.Of([5, 5, 5, 5, 5, 5, 5]).P.ShouldBe(1);

    [Fact]
    public void Of_LongSeries_ExactAndNormalAgree()
    {
        double[] series = [.. Enumerable.Range(0, 20).Select(i => ((i * 7) % 20) + (i * 0.3))];
        double exact = MannKendall.Of(series).P;
        double normal = MannKendall.Of([.. series, 10.05]).P;
        Math.Abs(exact - normal).ShouldBeLessThan(0.1);
    }

    private static IEnumerable<double[]> Orders(double[] values) => values.Length == 1
        ? [values]
        : values.SelectMany(first => Orders([.. values.Where(value => value != first)])
            .Select(rest => (double[])[first, .. rest]));
}
