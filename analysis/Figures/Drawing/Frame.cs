namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>The room of a plot within a figure, and its axes: grid, numbers and titles with their units.</summary>
internal sealed class Frame
{
    private readonly FigureSize _size;

    /// <param name="size">The figure.</param>
    /// <param name="top">Where the plot begins: below legend and title of the vertical axis.</param>
    /// <param name="left">Room for the numbers of the vertical axis.</param>
    /// <param name="height">The figure's whole height.</param>
    public Frame(FigureSize size, double top, double left, double height)
    {
        _size = size;
        (Top, Left, Right, Bottom) = (top, left, size.Width - 18, height - (3.6 * size.FontSize));
    }

    public double Left { get; }

    public double Right { get; }

    public double Top { get; }

    public double Bottom { get; }

    /// <summary>About how many numbers a vertical axis of this height bears.</summary>
    public int RowsOfTicks => Math.Clamp((int)((Bottom - Top) / 55), 2, 7);

    /// <summary>About how many numbers a horizontal axis of this width bears.</summary>
    public int ColumnsOfTicks => Math.Clamp((int)((Right - Left) / 80), 3, 11);

    /// <summary>Room on the left for numbers of the length that a vertical axis from zero to a value has.</summary>
    public static double LeftFor(FigureSize size, double high) =>
        LinearScale.FromZero(high, 5, 0, 1).Ticks.Max(tick => size.WidthOf(tick.Text)) + 12;

    /// <summary>Draws the vertical axis: its grid lines, its numbers, and its title over them.</summary>
    public void DrawY(Markup svg, Scale scale, string title)
    {
        double size = _size.FontSize;
        foreach (var tick in scale.Ticks)
        {
            double y = scale.Of(tick.Value);
            svg.Empty("path", ("class", "grid"), ("d", $"M{Markup.Number(Left)} {Markup.Number(y)}H{Markup.Number(Right)}"));
            svg.Element("text", tick.Text, ("class", "quiet"), ("x", Left - 7), ("y", y + (0.35 * size)), ("text-anchor", "end"), ("font-size", size));
        }

        svg.Element("text", title, ("class", "quiet"), ("x", 0.0), ("y", Top - (1.2 * size)), ("font-size", size)).Line();
    }

    /// <summary>Draws the horizontal axis: its line, its numbers as far as they have room, and its title under them.</summary>
    public void DrawX(Markup svg, Scale scale, string title, bool isGridded = false)
    {
        double size = _size.FontSize;
        double free = double.NegativeInfinity;
        foreach (var tick in scale.Ticks)
        {
            double x = scale.Of(tick.Value);
            if (isGridded)
            {
                svg.Empty("path", ("class", "grid"), ("d", $"M{Markup.Number(x)} {Markup.Number(Top)}V{Markup.Number(Bottom)}"));
            }

            double half = _size.WidthOf(tick.Text) / 2;
            double middle = Math.Clamp(x, half, _size.Width - half);
            if (middle - half >= free)
            {
                svg.Empty("path", ("class", "axis"), ("d", $"M{Markup.Number(x)} {Markup.Number(Bottom)}v4"));
                svg.Element("text", tick.Text, ("class", "quiet"), ("x", middle), ("y", Bottom + (1.5 * size)), ("text-anchor", "middle"), ("font-size", size));
                free = middle + half + (0.6 * size);
            }
        }

        svg.Empty("path", ("class", "axis"), ("d", $"M{Markup.Number(Left)} {Markup.Number(Bottom)}H{Markup.Number(Right)}"));
        svg.Element("text", title, ("class", "quiet"), ("x", (Left + Right) / 2), ("y", Bottom + (3 * size)), ("text-anchor", "middle"), ("font-size", size)).Line();
    }
}
