using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Tests.Figures;

public class LookTests
{
    [Fact]
    public void Looks_OfEverySeriesOfAFigure_DifferInGreyAndInColour()
    {
        var looks = Enumerable.Range(0, PlotSet.MostSeries).Select(i => new SeriesLook(i)).ToList();
        looks.Select(look => (look.Marker(0, 0, 4), look.Dash)).Distinct().Count().ShouldBe(looks.Count);
        looks.Take(8).Select(look => look.Class).Distinct().Count().ShouldBe(8);
        looks.Take(8).Select(look => look.Marker(0, 0, 4)).Distinct().Count().ShouldBe(8);
        looks.Take(8).Select(look => look.Dash).Distinct().Count().ShouldBe(8);
    }

    [Fact]
    public void Cividis_Scores_GetLighterEvenly()
    {
        Cividis.At(0).ShouldBe("#00224e");
        Cividis.At(1).ShouldBe("#fee838");
        Cividis.IsLight(0).ShouldBeFalse();
        Cividis.IsLight(1).ShouldBeTrue();
    }

    [Fact]
    public void BoxStatistics_KnownSample_AreThoseOfR()
    {
        // R: boxplot.stats differs by hinges; quantile(c(1:9, 40), c(.25, .5, .75)) is 3.25, 5.5, 7.75.
        var box = BoxStatistics.Of([1, 2, 3, 4, 5, 6, 7, 8, 9, 40]);
        (box.FirstQuartile, box.Median, box.ThirdQuartile).ShouldBe((3.25, 5.5, 7.75));
        (box.LowWhisker, box.HighWhisker).ShouldBe((1, 9));
        box.Outside.ShouldBe([40]);
    }
}
