using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws box plots in groups: the spread of the raw trials of each point. <c>SpreadFigures</c> creates it for a report. An empty
/// sample draws no box.
/// </summary>
internal sealed record BoxChart : Chart
{
    /// <summary>Title of the horizontal axis, with unit.</summary>
    public required string XTitle { get; init; }

    /// <summary>Title of the vertical axis, with unit.</summary>
    public required string YTitle { get; init; }

    /// <summary>Names of the groups from left to right.</summary>
    public required IReadOnlyList<string> Groups { get; init; }

    /// <summary>The series, each with one sample per group; a missing sample is empty.</summary>
    public required IReadOnlyList<(string Name, SeriesLook Look,
        IReadOnlyList<IReadOnlyList<double>> Samples)> Series
    { get; init; }

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        double high = Series.SelectMany(series => series.Samples).SelectMany(sample => sample).DefaultIfEmpty(1).Max();
        double legend = Legend.Draw(svg, size, [.. Series.Select(series => LegendEntry.Box(series.Name, series.Look))]);
        var frame = new PlotFrame(size, legend + (2.6 * size.FontSize), PlotFrame.LeftFor(size, high), HeightIn(size));
        var y = LinearScale.FromZero(high, frame.RowsOfTicks, frame.Bottom, frame.Top);
        var x = new BandScale(Groups, frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle);
        double room = x.Band * 0.8 / Series.Count;
        double width = Math.Min(34, room * 0.8);
        for (int i = 0; i < Series.Count; i++)
        {
            svg.Open("g", ("class", Series[i].Look.Class)).Line();
            for (int group = 0; group < Groups.Count; group++)
            {
                if (Series[i].Samples[group] is { Count: > 0 } sample)
                {
                    double middle = x.Of(group) + ((i - ((Series.Count - 1) / 2.0)) * room);
                    DrawBox(svg, Series[i], Groups[group], sample, middle, width, y);
                }
            }

            svg.Close().Line();
        }
    }

    private void DrawBox(
        MarkupWriter svg,
        (string Name, SeriesLook Look, IReadOnlyList<IReadOnlyList<double>> Samples) series,
        string group,
        IReadOnlyList<double> sample,
        double middle,
        double width,
        LinearScale y)
    {
        var box = BoxStatistics.Of(sample);
        double left = middle - (width / 2);
        string x = MarkupWriter.Number(middle);
        svg.Open("g", ("class", "pt")).Element("title", FormattableString.Invariant(
            $"{series.Name}, {group}\nmedian {box.Median:#,0.###}, quartiles {box.FirstQuartile:#,0.###} to {box.ThirdQuartile:#,0.###}\nwhiskers {box.LowWhisker:#,0.###} to {box.HighWhisker:#,0.###}, {box.Outside.Count} beyond, n = {sample.Count}"));
        svg.Empty("path", ("class", "bar"),
            ("d", $"M{x} {Y(y, box.LowWhisker)}V{Y(y, box.FirstQuartile)}M{x} "
                + $"{Y(y, box.ThirdQuartile)}V{Y(y, box.HighWhisker)}"));
        double top = y.Of(box.ThirdQuartile);
        svg.Empty("rect", ("class", "box"), ("x", left), ("y", top), ("width", width),
            ("height", Math.Max(1, y.Of(box.FirstQuartile) - top)));
        svg.Empty("path", ("class", "mid"),
            ("d", $"M{MarkupWriter.Number(left)} {Y(y, box.Median)}h{MarkupWriter.Number(width)}"));
        foreach (double value in box.Outside)
        {
            svg.Empty("path", ("class", "dot"), ("d", series.Look.Marker(middle, y.Of(value), 3)));
        }

        svg.Close().Line();
    }

    private static string Y(LinearScale y, double value) => MarkupWriter.Number(y.Of(value));
}
