using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;

namespace DbIngest.Analysis.Tests.Figures;

public class ResidualFigureTests
{
    /// <summary>The fifth of thirteen trials could not reach its database and ran again at the end.</summary>
    [Fact]
    public void Order_TrialThatRanAgain_StandsWhereItRan()
    {
        var sweep = new FakeSweep
        {
            Records = [50_000],
            Trial = trial => trial.Trial == 5 ? trial with { Stretch = 2 } : trial,
        };

        var chart = FigureCatalog.Of([Reported.Of(sweep)]).OfType<CloudChart>().Single(cloud => cloud.Name == "residuals-order");

        chart.Series.ShouldHaveSingleItem().Points.Select(point => point.X)
            .ShouldBe(Enumerable.Range(3, 10).Select(place => (double)place), "three trials are warm-up");
    }
}
