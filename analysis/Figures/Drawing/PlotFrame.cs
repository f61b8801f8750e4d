namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// The plot area of a figure with its axes: grid, numbers, and titles with units. <c>BoxChart</c>, <c>CloudChart</c>,
/// <c>LineChart</c> and <c>TimeChart</c> create one per drawing. Positions are in pixels. A number of the horizontal axis that
/// would overlap the one before is left out.
/// </summary>
internal sealed class PlotFrame
{
    private readonly FigureSize _size;

    public PlotFrame(FigureSize size, double top, double left, double height)
    {
        _size = size;
        (Top, Left, Right, Bottom) = (top, left, size.Width - 18, height - (3.6 * size.FontSize));
    }

    public double Left { get; }

    public double Right { get; }

    public double Top { get; }

    public double Bottom { get; }

    /// <summary>Number of ticks that fit a vertical axis of this height.</summary>
    public int RowsOfTicks => Math.Clamp((int)((Bottom - Top) / 55), 2, 7);

    /// <summary>Number of ticks that fit a horizontal axis of this width.</summary>
    public int ColumnsOfTicks => Math.Clamp((int)((Right - Left) / 80), 3, 11);

    /// <summary>Returns the room in pixels for the numbers of a vertical axis from zero to a value.</summary>
    public static double LeftFor(FigureSize size, double high) =>
        LinearScale.FromZero(high, 5, 0, 1).Ticks.Max(tick => size.WidthOf(tick.Text)) + 12;

    /// <summary>Draws the vertical axis: grid lines, numbers, and its title above them.</summary>
    public void DrawY(MarkupWriter svg, Scale scale, string title)
    {
        double size = _size.FontSize;
        foreach (var tick in scale.Ticks)
        {
            double y = scale.Of(tick.Value);
            svg.Empty("path", ("class", "grid"),
                ("d", $"M{MarkupWriter.Number(Left)} {MarkupWriter.Number(y)}H{MarkupWriter.Number(Right)}"));
            svg.Element("text", tick.Text, ("class", "quiet"), ("x", Left - 7), ("y", y + (0.35 * size)), ("text-anchor", "end"),
                ("font-size", size));
        }

        svg.Element("text", title, ("class", "quiet"), ("x", 0.0), ("y", Top - (1.2 * size)), ("font-size", size)).Line();
    }

    /// <summary>Draws the horizontal axis: line, numbers where there is room, and its title below them.</summary>
    public void DrawX(MarkupWriter svg, Scale scale, string title, bool isGridded = false)
    {
        double size = _size.FontSize;
        double free = double.NegativeInfinity;
        foreach (var tick in scale.Ticks)
        {
            double x = scale.Of(tick.Value);
            if (isGridded)
            {
                svg.Empty("path", ("class", "grid"),
                    ("d", $"M{MarkupWriter.Number(x)} {MarkupWriter.Number(Top)}V{MarkupWriter.Number(Bottom)}"));
            }

            double half = _size.WidthOf(tick.Text) / 2;
            double middle = Math.Clamp(x, half, _size.Width - half);
            if (middle - half >= free)
            {
                svg.Empty("path", ("class", "axis"), ("d", $"M{MarkupWriter.Number(x)} {MarkupWriter.Number(Bottom)}v4"));
                svg.Element("text", tick.Text, ("class", "quiet"), ("x", middle), ("y", Bottom + (1.5 * size)),
                    ("text-anchor", "middle"), ("font-size", size));
                free = middle + half + (0.6 * size);
            }
        }

        svg.Empty("path", ("class", "axis"),
            ("d", $"M{MarkupWriter.Number(Left)} {MarkupWriter.Number(Bottom)}H{MarkupWriter.Number(Right)}"));
        svg.Element("text", title, ("class", "quiet"), ("x", (Left + Right) / 2), ("y", Bottom + (3 * size)),
            ("text-anchor", "middle"), ("font-size", size)).Line();
    }
}
