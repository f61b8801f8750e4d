namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>One line of a legend.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Class">The class that gives its colour; null for what has none.</param>
/// <param name="Draw">Draws a sample into a place: its left, its middle, its width.</param>
internal sealed record LegendEntry(string Name, string? Class, Action<Markup, double, double, double> Draw)
{
    /// <summary>A line with its marker.</summary>
    public static LegendEntry Line(string name, Look look) => Line(name, look, look.Dash);

    /// <summary>A line with dashes of its own and its marker.</summary>
    public static LegendEntry Line(string name, Look look, string? dash) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("path", ("class", "line"), ("stroke-dasharray", dash), ("d", $"M{Markup.Number(x)} {Markup.Number(y)}h{Markup.Number(width)}"))
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 4.5))));

    /// <summary>A box with its marker.</summary>
    public static LegendEntry Box(string name, Look look) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("rect", ("class", "box"), ("x", x + 2), ("y", y - 6), ("width", width - 4), ("height", 12.0))
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 3.5))));

    /// <summary>A marker alone.</summary>
    public static LegendEntry Marker(string name, Look look) => new(name, look.Class, (svg, x, y, width) => svg
        .Empty("path", ("class", "dot"), ("d", look.Marker(x + (width / 2), y, 4.5))));

    /// <summary>The sign of a missing point.</summary>
    public static readonly LegendEntry Missing = new("missing", "s6", (svg, x, y, width) => svg
        .Empty("path", ("class", "cross"), ("d", Cross(x + (width / 2), y))));

    /// <summary>The sign of a point of which a trial failed its audit.</summary>
    public static readonly LegendEntry Invalid = new("a trial failed its audit", null, (svg, x, y, width) => svg
        .Empty("path", ("class", "ring"), ("d", Look.Circle(x + (width / 2), y, 7))));

    /// <summary>The sign of an interval that is not shown to its end.</summary>
    public static readonly LegendEntry GoesOn = new("interval goes on", "s6", (svg, x, y, width) => svg
        .Empty("path", ("class", "bar"), ("d", $"M{Markup.Number((x + (width / 2)) - 3.5)} {Markup.Number(y)}l3.5 -6l3.5 6m-3.5 -6v12")));

    /// <summary>The sign of a missing point about a place.</summary>
    public static string Cross(double x, double y) =>
        $"M{Markup.Number(x - 4)} {Markup.Number(y - 4)}l8 8m0-8l-8 8";
}
