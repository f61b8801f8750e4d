namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// One entry of a <see cref="Legend"/>: a name, and a sample of the mark that the chart draws. Charts take entries from the
/// members below, and the legend draws them. A sample must look like its mark in the plot: change both together.
/// </summary>
/// <param name="Name">Text of the entry.</param>
/// <param name="Class">Style class of its colour; null for none.</param>
/// <param name="Draw">
/// Draws the sample, given its left edge, its vertical middle and its width in pixels. It must close each element that it opens.
/// </param>
internal sealed record LegendEntry(string Name, string? Class, Action<MarkupWriter, double, double, double> Draw)
{
    /// <summary>A line with its marker.</summary>
    public static LegendEntry Line(string name, SeriesLook look) => Line(name, look, look.Dash);

    /// <summary>A line with the given dashes, and its marker.</summary>
    public static LegendEntry Line(string name, SeriesLook look, string? dash) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("path", ("class", "line"), ("stroke-dasharray", dash),
            ("d", $"M{MarkupWriter.Number(x)} {MarkupWriter.Number(y)}h{MarkupWriter.Number(width)}"))
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 4.5))));

    /// <summary>A box with its marker.</summary>
    public static LegendEntry Box(string name, SeriesLook look) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("rect", ("class", "box"), ("x", x + 2), ("y", y - 6), ("width", width - 4), ("height", 12.0))
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 3.5))));

    /// <summary>A marker alone.</summary>
    public static LegendEntry Marker(string name, SeriesLook look) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 4.5))));

    /// <summary>The entry for the sign of a missing point.</summary>
    public static readonly LegendEntry Missing = new("missing", "s6", (svg, x, y, width) => svg
        .Empty("path", ("class", "cross"), ("d", Cross(x + (width / 2), y))));

    /// <summary>The entry for the sign of a point with a failed audit.</summary>
    public static readonly LegendEntry Invalid = new("a trial failed its audit", null, (svg, x, y, width) => svg
        .Empty("path", ("class", "ring"), ("d", SeriesLook.Circle(x + (width / 2), y, 7))));

    /// <summary>The entry for the arrow at an interval that continues beyond the axis.</summary>
    public static readonly LegendEntry GoesOn = new("interval goes on", "s6", (svg, x, y, width) => svg
        .Empty("path", ("class", "bar"),
            ("d", $"M{MarkupWriter.Number((x + (width / 2)) - 3.5)} {MarkupWriter.Number(y)}l3.5 -6l3.5 6m-3.5 -6v12")));

    /// <summary>
    /// The path of the sign of a missing point, 8 pixels wide around a centre. The legend and <c>LineChart</c> draw it.
    /// </summary>
    public static string Cross(double x, double y) =>
        $"M{MarkupWriter.Number(x - 4)} {MarkupWriter.Number(y - 4)}l8 8m0-8l-8 8";
}
