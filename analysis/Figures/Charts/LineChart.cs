using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>Lines over an axis, every point with its interval; missing points are marked, and the line is not drawn through them.</summary>
internal sealed record LineChart : Chart
{
    private const double Radius = 4;

    /// <summary>The title of the horizontal axis, with its unit.</summary>
    public required string XTitle { get; init; }

    /// <summary>The title of the vertical axis, with its unit.</summary>
    public required string YTitle { get; init; }

    /// <summary>How the horizontal axis places its values.</summary>
    public AxisKind X { get; init; } = AxisKind.FromZero;

    /// <summary>How the vertical axis places its values.</summary>
    public AxisKind Y { get; init; } = AxisKind.FromZero;

    /// <summary>The lines.</summary>
    public required IReadOnlyList<LineSeries> Series { get; init; }

    /// <inheritdoc/>
    public override bool HasRaw => Points.Any(point => point.Raw.Count > 0);

    private IEnumerable<LinePoint> Points => Series.SelectMany(series => series.Points);

    /// <summary>Whole numbers, as of sources, have no ticks between them.</summary>
    private static int TicksFor(double[] places, Frame frame) => places.All(double.IsInteger)
        ? (int)Math.Clamp(places.Max(), 1, frame.ColumnsOfTicks)
        : frame.ColumnsOfTicks;

    /// <inheritdoc/>
    public override void Draw(Markup svg, FigureSize size)
    {
        double[] values = [.. Points.SelectMany(point => point.Raw.Select(raw => (double?)raw).Append(point.Y).Append(point.Low).Append(point.High)).OfType<double>()];
        double high = values.DefaultIfEmpty(1).Max();
        double low = values.DefaultIfEmpty(0).Min();
        double legend = Legend.Draw(svg, size, Entries());
        var frame = new Frame(size, legend + (2.6 * size.FontSize), Frame.LeftFor(size, high), HeightIn(size));
        var y = Scales.Of(Y, low, high, frame.RowsOfTicks, frame.Bottom, frame.Top);
        double[] places = [.. Points.Select(point => point.X).DefaultIfEmpty(0)];
        bool isOnePlace = X == AxisKind.FromZero && places.Distinct().Count() == 1;
        var x = isOnePlace
            ? new PlaceScale(places[0], frame.Left, frame.Right)
            : Scales.Of(X, places.Min(), places.Max(), TicksFor(places, frame), frame.Left, frame.Right);
        frame.DrawY(svg, y, YTitle);
        frame.DrawX(svg, x, XTitle, isGridded: X == AxisKind.Spectrum);
        for (int i = 0; i < Series.Count; i++)
        {
            DrawSeries(svg, Series[i], isOnePlace ? new PlaceScale(places[0], frame.Left, frame.Right) { Share = (i + 0.5) / Series.Count } : x, y, frame);
        }
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
    }

    private LegendEntry[] Entries() => [.. Series.Select(series => LegendEntry.Line(series.Name, series.Look)), .. SignEntries()];

    private void DrawSeries(Markup svg, LineSeries series, Scale x, Scale y, Frame frame)
    {
        svg.Open("g", ("class", series.Look.Class)).Line();
        DrawRaw(svg, series, x, y);
        svg.Empty("path", ("class", "line"), ("stroke-dasharray", series.Look.Dash), ("d", PathOf(series.Points, x, y))).Line();
        foreach (var point in series.Points.Where(point => point.Tip.Length > 0))
        {
            double left = x.Of(point.X);
            svg.Open("g", ("class", "pt")).Element("title", point.Tip);
            if (point.Y is not { } value)
            {
                // Several databases may miss the same point: each has its own row above the axis.
                svg.Empty("path", ("class", "cross"), ("d", LegendEntry.Cross(left, frame.Bottom - 8 - (11 * series.Look.Index % 60))));
            }
            else
            {
                DrawBar(svg, point, left, y);
                svg.Empty("path", ("class", "dot"), ("d", series.Look.Marker(left, y.Of(value), Radius)));
                svg.Empty("circle", ("class", "hit"), ("cx", left), ("cy", y.Of(value)), ("r", 9));
            }

            if (point.IsInvalid)
            {
                svg.Empty("path", ("class", "ring"), ("d", Look.Circle(left, point.Y is { } at ? y.Of(at) : frame.Bottom - 8, 8)));
            }

            svg.Close().Line();
        }

        svg.Close().Line();
    }

    private static void DrawRaw(Markup svg, LineSeries series, Scale x, Scale y)
    {
        string dots = string.Concat(series.Points.SelectMany(point => point.Raw.Select(raw =>
            $"M{Markup.Number(x.Of(point.X))} {Markup.Number(y.Of(raw))}h0")));
        if (dots.Length > 0)
        {
            svg.Empty("path", ("class", "raw"), ("d", dots)).Line();
        }
    }

    private static void DrawBar(Markup svg, LinePoint point, double left, Scale y)
    {
        if (point is { Low: { } low, High: { } high })
        {
            string at = Markup.Number(left - 3.5);
            svg.Empty("path", ("class", "bar"), ("d", $"M{at} {Markup.Number(y.Of(high))}h7m-3.5 0V{Markup.Number(y.Of(low))}m-3.5 0h7"));
        }
    }

    private static string PathOf(IReadOnlyList<LinePoint> points, Scale x, Scale y)
    {
        var path = new System.Text.StringBuilder();
        bool isDrawing = false;
        foreach (var point in points)
        {
            if (point.Y is { } value)
            {
                path.Append(isDrawing ? 'L' : 'M').Append(Markup.Number(x.Of(point.X))).Append(' ').Append(Markup.Number(y.Of(value)));
            }

            isDrawing = point.Y is not null;
        }

        return path.Length == 0 ? "M0 0" : path.ToString();
    }
}
