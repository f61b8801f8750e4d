using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws a value over time within one trial per series: steps from sample to sample, with the end of ingestion and of settling.
/// <c>TimeFigures</c>, <c>UsageFigures</c> and <c>LiveParts</c> create it, and <c>StoredFigures</c> over stored records instead
/// of time. It needs at least one series.
/// </summary>
internal sealed record TimeChart : Chart
{
    /// <summary>Title of the vertical axis, with unit.</summary>
    public string YTitle { get; init; } = "records/s";

    /// <summary>True when lines fall to zero at their end, as a rate does.</summary>
    public bool FallsToZero { get; init; } = true;

    /// <summary>Title of the horizontal axis, with unit.</summary>
    public string XTitle { get; init; } = "seconds since the common start";

    /// <summary>
    /// True where nothing marks the end of ingestion and of settling: while the trial goes on, and over another axis than time.
    /// </summary>
    public bool IsOpenEnded { get; init; }

    /// <summary>One trial per series.</summary>
    public required IReadOnlyList<TimeSeries> Series { get; init; }

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        double high = Series.SelectMany(series => series.Steps).Max(step => step.Value);
        double end = Series.Max(series => Math.Max(series.SettledS, series.Steps[^1].AtS));
        LegendEntry[] entries =
        [
            .. Series.Select(series => LegendEntry.Line(series.Name, series.Look, series.Dash)),
            .. IsOpenEnded ? Array.Empty<LegendEntry>() : [new("settling, from the marker on", null, (legend, x, y, width) =>
                legend.Empty("path", ("class", "guide"),
                    ("d", $"M{MarkupWriter.Number(x)} {MarkupWriter.Number(y)}h{MarkupWriter.Number(width)}")))],
        ];
        double top = Legend.Draw(svg, size, entries);
        var frame = new PlotFrame(size, top + (2.6 * size.FontSize), PlotFrame.LeftFor(size, high), HeightIn(size));
        var y = LinearScale.FromZero(high, frame.RowsOfTicks, frame.Bottom, frame.Top);
        var x = LinearScale.FromZero(end, frame.ColumnsOfTicks, frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle);
        foreach (var series in Series)
        {
            DrawSeries(svg, series, x, y);
        }
    }

    private void DrawSeries(MarkupWriter svg, TimeSeries series, LinearScale x, LinearScale y)
    {
        svg.Open("g", ("class", series.Look.Class)).Line();
        double from = series.From;
        var path = new System.Text.StringBuilder();
        foreach (var (at, value) in series.Steps)
        {
            path.Append(path.Length == 0 ? 'M' : 'L').Append(MarkupWriter.Number(x.Of(from))).Append(' ')
                .Append(MarkupWriter.Number(y.Of(value)))
                .Append('H').Append(MarkupWriter.Number(x.Of(at)));
            from = at;
        }

        if (IsOpenEnded)
        {
            svg.Empty("path", ("class", "line"), ("stroke-dasharray", series.Dash), ("d", path.ToString())).Line();
            svg.Close().Line();
            return;
        }

        if (FallsToZero)
        {
            path.Append('V').Append(MarkupWriter.Number(y.Of(0)));
        }

        svg.Empty("path", ("class", "line"), ("stroke-dasharray", series.Dash), ("d", path.ToString())).Line();
        svg.Empty("path", ("class", "guide"),
            ("d", $"M{MarkupWriter.Number(x.Of(series.EndedS))} "
                + $"{MarkupWriter.Number(y.Of(0) - 3)}H{MarkupWriter.Number(x.Of(series.SettledS))}")).Line();
        svg.Open("g", ("class", "pt")).Element("title", series.Tip);
        svg.Empty("path", ("class", "dot"), ("d", series.Look.Marker(x.Of(series.EndedS), y.Of(0), 5)));
        svg.Empty("circle", ("class", "hit"), ("cx", x.Of(series.EndedS)), ("cy", y.Of(0)), ("r", 10)).Close();
        svg.Close().Line();
    }
}
