using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Tests.Figures;

public class LineChartTests
{
    /// <summary>
    /// One interval that says nothing must not press every line flat: it ends in an arrow, and the legend says so.
    /// </summary>
    [Fact]
    public void Draw_IntervalThatReachesFar_DoesNotStretchTheAxis()
    {
        string drawn = Draw(Chart(Line(0, 100, 90, 1e6), Line(1, 50, 45, 55)));
        drawn.ShouldContain("interval goes on");
        drawn.ShouldNotContain(">1M<");
        Draw(Chart(Line(0, 100, 90, 110), Line(1, 50, 45, 55))).ShouldNotContain("interval goes on");
    }

    [Fact]
    public void Draw_SeriesAtTheSamePlaces_HaveTheirIntervalsSideBySide()
    {
        string drawn = Draw(Chart(Line(0, 100, 90, 110), Line(1, 100, 90, 110)));
        drawn.Split("class=\"bar\" d=\"").Skip(1).Select(bar => bar[..bar.IndexOf('"', StringComparison.Ordinal)])
            .ShouldBeUnique();
    }

    [Fact]
    public void Logarithmic_IsOfferedWhereFiguresLieFarApart()
    {
        Chart(Line(0, 100, 90, 110), Line(1, 10, 9, 11)).Logarithmic.ShouldNotBeNull();
        Chart(Line(0, 100, 90, 110), Line(1, 50, 45, 55)).Logarithmic.ShouldBeNull();
        Draw(Chart(Line(0, 100, 90, 110), Line(1, 10, -5, 11)).Logarithmic!).ShouldContain("interval goes on");
    }

    private static LineSeries Line(int index, double value, double low, double high) =>
        new($"series {index}", new SeriesLook(index),
            [new LinePoint(1, value, low, high, "tip"), new LinePoint(2, value, low, high, "tip")]);

    private static LineChart Chart(params LineSeries[] series) => new()
    {
        Name = "throughput",
        Title = "Throughput",
        Description = "Lines.",
        XTitle = "sources",
        YTitle = "records/s",
        Series = series,
    };

    private static string Draw(Chart chart)
    {
        var svg = new MarkupWriter();
        chart.Draw(svg, FigureSize.Wide);
        return svg.ToString();
    }
}
