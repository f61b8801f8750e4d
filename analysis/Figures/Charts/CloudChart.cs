using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>A cloud of points per series, with guides that say where it should lie: checks of residuals.</summary>
internal sealed record CloudChart : Chart
{
    /// <summary>The title of the horizontal axis.</summary>
    public required string XTitle { get; init; }

    /// <summary>The title of the vertical axis.</summary>
    public required string YTitle { get; init; }

    /// <summary>The clouds.</summary>
    public required IReadOnlyList<(string Name, Look Look, IReadOnlyList<(double X, double Y)> Points)> Series { get; init; }

    /// <summary>Straight guides a + b x, each by its (a, b).</summary>
    public required IReadOnlyList<(double Intercept, double Slope)> Guides { get; init; }

    /// <inheritdoc/>
    public override void Draw(Markup svg, FigureSize size)
    {
        var all = Series.SelectMany(series => series.Points).ToList();
        double highest = all.Max(point => point.Y);
        double lowest = all.Min(point => point.Y);
        double legend = Legend.Draw(svg, size, [.. Series.Select(series => LegendEntry.Marker(series.Name, series.Look))]);
        var frame = new Frame(size, legend + (2.6 * size.FontSize), (4 * size.FontSize) + 4, HeightIn(size));
        var y = LinearScale.Around(Math.Min(-2.5, lowest), Math.Max(2.5, highest), frame.RowsOfTicks, frame.Bottom, frame.Top);
        double left = all.Min(point => point.X);
        double right = all.Max(point => point.X);
        var x = LinearScale.Around(left, right, frame.ColumnsOfTicks, frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle);
        foreach (var (intercept, slope) in Guides)
        {
            svg.Empty("path", ("class", "guide"), ("d",
                $"M{Markup.Number(x.Of(left))} {Markup.Number(y.Of(intercept + (slope * left)))}L{Markup.Number(x.Of(right))} {Markup.Number(y.Of(intercept + (slope * right)))}")).Line();
        }

        foreach (var series in Series)
        {
            string d = string.Concat(series.Points.Select(point => series.Look.Marker(x.Of(point.X), y.Of(point.Y), 2.8)));
            svg.Open("g", ("class", series.Look.Class)).Empty("path", ("class", "dot"), ("d", d)).Close().Line();
        }
    }
}
