using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws lines over an axis, each point with its interval if it has one. <c>LineFigures</c>, <c>PercentileFigures</c>,
/// <c>SearchCharts</c> and <c>HistoryFigures</c> create it. Missing points are marked, and no line is drawn through them.
/// Intervals and raw trials do not stretch the vertical axis beyond 1.3 times the largest figure: the rest is drawn at its edge.
/// </summary>
internal sealed record LineChart : Chart
{
    private const double Radius = 4;

    /// <summary>The axis ends at this ratio of the largest figure: one useless interval must not flatten all others.</summary>
    private const double Reach = 1.3;

    /// <summary>A logarithmic scale is offered from this ratio of the largest to the smallest figure.</summary>
    private const double WorthALogarithm = 4;

    /// <summary>
    /// Distance in pixels between the intervals of neighbouring series at one place; <see cref="Spread"/> limits the sum.
    /// </summary>
    private const double Step = 6;

    private const double Spread = 24;

    /// <summary>Title of the horizontal axis, with unit.</summary>
    public required string XTitle { get; init; }

    /// <summary>Title of the vertical axis, with unit.</summary>
    public required string YTitle { get; init; }

    /// <summary>Scale of the horizontal axis.</summary>
    public AxisKind X { get; init; } = AxisKind.FromZero;

    /// <summary>Scale of the vertical axis.</summary>
    public AxisKind Y { get; init; } = AxisKind.FromZero;

    /// <summary>Lines of the chart.</summary>
    public required IReadOnlyList<LineSeries> Series { get; init; }

    /// <inheritdoc/>
    public override bool HasRaw => Points.Any(point => point.Raw.Count > 0);

    /// <inheritdoc/>
    public override Chart? Logarithmic
    {
        get
        {
            double[] figures = [.. Points.Select(point => point.Y).OfType<double>()];
            return Y == AxisKind.FromZero && X != AxisKind.Spectrum && figures.Length > 1 && figures.Min() > 0
                && figures.Max() / figures.Min() >= WorthALogarithm
                ? this with { Y = AxisKind.Log }
                : null;
        }
    }

    private IEnumerable<LinePoint> Points => Series.SelectMany(series => series.Points);

    /// <summary>Whole numbers, such as of sources, have no ticks between them.</summary>
    private static int TicksFor(double[] places, PlotFrame frame) => places.All(double.IsInteger)
        ? (int)Math.Clamp(places.Max(), 1, frame.ColumnsOfTicks)
        : frame.ColumnsOfTicks;

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        var (low, high) = Range();
        double legend = Legend.Draw(svg, size, Entries());
        var frame = new PlotFrame(size, legend + (2.6 * size.FontSize), PlotFrame.LeftFor(size, high), HeightIn(size));
        var y = ScaleFactory.Of(Y, low, high, frame.RowsOfTicks, frame.Bottom, frame.Top);
        double[] places = [.. Points.Select(point => point.X).DefaultIfEmpty(0)];
        bool isOnePlace = X == AxisKind.FromZero && places.Distinct().Count() == 1;
        var x = isOnePlace
            ? new SingleValueScale(places[0], frame.Left, frame.Right)
            : ScaleFactory.Of(X, places.Min(), places.Max(), TicksFor(places, frame), frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle, isGridded: X == AxisKind.Spectrum);
        for (int i = 0; i < Series.Count; i++)
        {
            var own = isOnePlace ? new SingleValueScale(places[0], frame.Left, frame.Right) { Share = (i + 0.5) / Series.Count }
                : x;
            DrawSeries(svg, Series[i], own, isOnePlace ? 0 : Shift(i), y, frame, (low, high));
        }
    }

    /// <summary>Shifts series sideways, so that their intervals do not overlap.</summary>
    private double Shift(int series) => X == AxisKind.Spectrum || !Points.Any(point => point.High is not null)
        ? 0
        : (series - ((Series.Count - 1) / 2.0)) * Math.Min(Step, Spread / Series.Count);

    /// <summary>The range of the vertical axis: every figure, and intervals and raw trials up to a limit beyond them.</summary>
    private (double Low, double High) Range()
    {
        bool isLog = Y == AxisKind.Log;
        double[] figures = [.. Points.Select(point => point.Y).OfType<double>().Where(value => !isLog || value > 0)];
        double[] bounds =
        [
            .. Points.SelectMany(point => point.Raw.Select(raw => (double?)raw).Append(point.Low).Append(point.High))
                .OfType<double>().Where(value => !isLog || value > 0),
        ];
        double most = figures.DefaultIfEmpty(1).Max();
        double least = figures.DefaultIfEmpty(0).Min();
        double high = Math.Max(most, Math.Min(most * Reach, bounds.DefaultIfEmpty(most).Max()));
        double low = Math.Min(least, bounds.DefaultIfEmpty(least).Min());
        return (isLog ? Math.Max(low, least / Reach) : Y == AxisKind.FromZero ? Math.Max(0, low) : low, high);
    }

    private IEnumerable<LegendEntry> SignEntries()
    {
        if (Points.Any(point => point.Y is null))
        {
            yield return LegendEntry.Missing;
        }

        if (Points.Any(point => point.IsInvalid))
        {
            yield return LegendEntry.Invalid;
        }

        var (low, high) = Range();
        if (Points.Any(point => point is { Y: not null } && (point.Low < low || point.High > high)))
        {
            yield return LegendEntry.GoesOn;
        }
    }

    private LegendEntry[] Entries() => [.. Series.Select(series => LegendEntry.Line(series.Name, series.Look)), .. SignEntries()];

    private static void DrawSeries(MarkupWriter svg, LineSeries series, Scale x, double shift, Scale y, PlotFrame frame,
        (double Low, double High) shown)
    {
        svg.Open("g", ("class", series.Look.Class)).Line();
        DrawRaw(svg, series, x, shift, y);
        svg.Empty("path", ("class", "line"), ("stroke-dasharray", series.Look.Dash), ("d", PathOf(series.Points, x, shift, y)))
            .Line();
        foreach (var point in series.Points.Where(point => point.Tip.Length > 0))
        {
            double left = x.Of(point.X) + shift;
            svg.Open("g", ("class", "pt")).Element("title", point.Tip);
            if (point.Y is not { } value)
            {
                // Several databases may lack the same point: each has its own row above the axis.
                svg.Empty("path", ("class", "cross"),
                    ("d", LegendEntry.Cross(left, frame.Bottom - 8 - (11 * series.Look.Index % 60))));
            }
            else
            {
                DrawBar(svg, point, left, y, shown);
                svg.Empty("path", ("class", "dot"), ("d", series.Look.Marker(left, y.Of(value), Radius)));
                svg.Empty("circle", ("class", "hit"), ("cx", left), ("cy", y.Of(value)), ("r", 9));
            }

            if (point.IsInvalid)
            {
                svg.Empty("path", ("class", "ring"),
                    ("d", SeriesLook.Circle(left, point.Y is { } at ? y.Of(at) : frame.Bottom - 8, 8)));
            }

            svg.Close().Line();
        }

        svg.Close().Line();
    }

    private static void DrawRaw(MarkupWriter svg, LineSeries series, Scale x, double shift, Scale y)
    {
        string dots = string.Concat(series.Points.SelectMany(point => point.Raw.Select(raw =>
            $"M{MarkupWriter.Number(x.Of(point.X) + shift)} {MarkupWriter.Number(Math.Clamp(y.Of(raw), y.To, y.From))}h0")));
        if (dots.Length > 0)
        {
            svg.Empty("path", ("class", "raw"), ("d", dots)).Line();
        }
    }

    /// <summary>Draws an interval: a bar at each end, an arrow where it continues beyond the axis.</summary>
    private static void DrawBar(MarkupWriter svg, LinePoint point, double left, Scale y, (double Low, double High) shown)
    {
        if (point is { Low: { } low, High: { } high })
        {
            string at = MarkupWriter.Number(left - 3.5);
            string top = high > shown.High
                ? $"M{at} {MarkupWriter.Number(y.To + 6)}l3.5 -6l3.5 6m-3.5 -6"
                : $"M{at} {MarkupWriter.Number(y.Of(high))}h7m-3.5 0";
            string bottom = low < shown.Low
                ? $"V{MarkupWriter.Number(y.From)}m-3.5 -6l3.5 6l3.5 -6"
                : $"V{MarkupWriter.Number(y.Of(low))}m-3.5 0h7";
            svg.Empty("path", ("class", "bar"), ("d", top + bottom));
        }
    }

    private static string PathOf(IReadOnlyList<LinePoint> points, Scale x, double shift, Scale y)
    {
        var path = new System.Text.StringBuilder();
        bool isDrawing = false;
        foreach (var point in points)
        {
            if (point.Y is { } value)
            {
                path.Append(isDrawing ? 'L' : 'M').Append(MarkupWriter.Number(x.Of(point.X) + shift)).Append(' ')
                    .Append(MarkupWriter.Number(y.Of(value)));
            }

            isDrawing = point.Y is not null;
        }

        return path.Length == 0 ? "M0 0" : path.ToString();
    }
}
