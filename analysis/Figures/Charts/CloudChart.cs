using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws one cloud of points per series, with guides that show where it should lie. <c>ResidualFigures</c> creates it to check
/// residuals. It needs at least one point.
/// </summary>
internal sealed record CloudChart : Chart
{
    /// <summary>Title of the horizontal axis, with unit.</summary>
    public required string XTitle { get; init; }

    /// <summary>Title of the vertical axis, with unit.</summary>
    public required string YTitle { get; init; }

    /// <summary>One cloud per series.</summary>
    public required IReadOnlyList<(string Name, SeriesLook Look,
        IReadOnlyList<(double X, double Y)> Points)> Series
    { get; init; }

    /// <summary>Straight guides a + b x, each as (a, b).</summary>
    public required IReadOnlyList<(double Intercept, double Slope)> Guides { get; init; }

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        var all = Series.SelectMany(series => series.Points).ToList();
        double highest = all.Max(point => point.Y);
        double lowest = all.Min(point => point.Y);
        double legend = Legend.Draw(svg, size, [.. Series.Select(series => LegendEntry.Marker(series.Name, series.Look))]);
        var frame = new PlotFrame(size, legend + (2.6 * size.FontSize), (4 * size.FontSize) + 4, HeightIn(size));
        var y = LinearScale.Around(Math.Min(-2.5, lowest), Math.Max(2.5, highest), frame.RowsOfTicks, frame.Bottom, frame.Top);
        double left = all.Min(point => point.X);
        double right = all.Max(point => point.X);
        var x = LinearScale.Around(left, right, frame.ColumnsOfTicks, frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle);
        foreach (var (intercept, slope) in Guides)
        {
            svg.Empty("path", ("class", "guide"), ("d",
                $"M{MarkupWriter.Number(x.Of(left))} "
                + $"{MarkupWriter.Number(y.Of(intercept + (slope * left)))}L{MarkupWriter.Number(x.Of(right))} "
                + $"{MarkupWriter.Number(y.Of(intercept + (slope * right)))}")).Line();
        }

        foreach (var series in Series)
        {
            string d = string.Concat(series.Points.Select(point => series.Look.Marker(x.Of(point.X), y.Of(point.Y), 2.8)));
            svg.Open("g", ("class", series.Look.Class)).Empty("path", ("class", "dot"), ("d", d)).Close().Line();
        }
    }
}
