namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// The look of a series: colour (of Okabe and Ito's palette, distinguishable by the colour-blind), marker and dashes all differ,
/// so that a grey print still distinguishes the first eight. A series has one look in all figures of a report. The classes of
/// <c>analysis/Figures</c> number their series, and charts draw by the look. <see cref="Theme"/> must define a style class for
/// each colour.
/// </summary>
/// <param name="Index">Index of the series, from 0.</param>
internal readonly record struct SeriesLook(int Index)
{
    /// <summary>Colours of the palette.</summary>
    public const int Colours = 8;

    private static readonly string?[] Dashes = [null, "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2 1 2"];

    /// <summary>Style class of the colour.</summary>
    public string Class => FormattableString.Invariant($"s{Index % Colours}");

    /// <summary>Dashes of the line; null for a solid one.</summary>
    public string? Dash => Dashes[(Index + (Index / Colours)) % Dashes.Length];

    /// <summary>The outline of the marker as a path.</summary>
    /// <param name="x">Horizontal middle in pixels.</param>
    /// <param name="y">Vertical middle in pixels.</param>
    /// <param name="r">Radius in pixels of a circle of equal weight.</param>
    public string Marker(double x, double y, double r) => ((Index + (3 * (Index / Colours))) % 8) switch
    {
        0 => Circle(x, y, r),
        1 => Polygon(x, y, (-r, -r), (r, -r), (r, r), (-r, r)),
        2 => Polygon(x, y, (0, -1.35 * r), (1.25 * r, 0.95 * r), (-1.25 * r, 0.95 * r)),
        3 => Polygon(x, y, (0, -1.4 * r), (1.4 * r, 0), (0, 1.4 * r), (-1.4 * r, 0)),
        4 => Polygon(x, y, (0, 1.35 * r), (1.25 * r, -0.95 * r), (-1.25 * r, -0.95 * r)),
        5 => Plus(x, y, 1.3 * r, 0.45 * r),
        6 => Polygon(x, y, (0, -1.3 * r), (1.25 * r, -0.4 * r), (0.8 * r, 1.1 * r), (-0.8 * r, 1.1 * r), (-1.25 * r, -0.4 * r)),
        _ => Polygon(x, y, (-1.3 * r, 0), (-0.65 * r, -1.1 * r), (0.65 * r, -1.1 * r), (1.3 * r, 0), (0.65 * r, 1.1 * r),
            (-0.65 * r, 1.1 * r)),
    };

    /// <summary>A circle as a path.</summary>
    public static string Circle(double x, double y, double r) =>
        $"M{MarkupWriter.Number(x - r)} {MarkupWriter.Number(y)}a{MarkupWriter.Number(r)} {MarkupWriter.Number(r)} 0 1 0 "
        + $"{MarkupWriter.Number(2 * r)} 0a{MarkupWriter.Number(r)} {MarkupWriter.Number(r)} 0 1 0 "
        + $"{MarkupWriter.Number(-2 * r)} 0z";

    private static string Plus(double x, double y, double r, double w) => Polygon(
        x, y, (-w, -r), (w, -r), (w, -w), (r, -w), (r, w), (w, w), (w, r), (-w, r), (-w, w), (-r, w), (-r, -w), (-w, -w));

    private static string Polygon(double x, double y, params ReadOnlySpan<(double X, double Y)> corners)
    {
        var path = new System.Text.StringBuilder();
        foreach (var (dx, dy) in corners)
        {
            path.Append(path.Length == 0 ? 'M' : 'L').Append(MarkupWriter.Number(x + dx)).Append(' ')
                .Append(MarkupWriter.Number(y + dy));
        }

        return path.Append('z').ToString();
    }
}
