using System.Globalization;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws a heat map of scores from 0 to 1. Each cell shows its number, so that the map can be read without colours.
/// <c>ScoreFigures</c> creates it. It needs at least one row and one column.
/// </summary>
internal sealed record HeatChart : Chart
{
    /// <summary>Names of the rows from the top.</summary>
    public required IReadOnlyList<string> Rows { get; init; }

    /// <summary>Names of the columns from the left.</summary>
    public required IReadOnlyList<string> Columns { get; init; }

    /// <summary>Title of the columns, with unit.</summary>
    public required string XTitle { get; init; }

    /// <summary>
    /// Cells row by row: a score (null where missing), the text shown on pointing at it, and whether a trial failed its audit.
    /// </summary>
    public required IReadOnlyList<IReadOnlyList<(double? Score, string Tip, bool IsInvalid)>> Cells { get; init; }

    /// <inheritdoc/>
    public override double HeightIn(FigureSize size) => (Rows.Count * RowHeight(size)) + (4 * size.FontSize);

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        double text = size.FontSize;
        double height = RowHeight(size);
        double label = size.IsNarrow ? 0 : Math.Min(260, Rows.Max(row => size.WidthOf(row)) + 16);
        double width = (size.Width - label) / Columns.Count;
        for (int row = 0; row < Rows.Count; row++)
        {
            double top = row * height;
            double nameRoom = size.IsNarrow ? text * 1.7 : 0;
            svg.Element(
                "text",
                Legend.Shorten(Rows[row], (int)((size.IsNarrow ? size.Width : label) / (text * 0.56))),
                ("x", 0.0),
                ("y", size.IsNarrow ? top + (1.2 * text) : top + (height / 2) + (0.35 * text)),
                ("font-size", text)).Line();
            for (int column = 0; column < Columns.Count; column++)
            {
                DrawCell(svg, Cells[row][column], label + (column * width), top + nameRoom, width - 2, height - nameRoom - 2,
                    text);
            }
        }

        double bottom = Rows.Count * height;
        for (int column = 0; column < Columns.Count; column++)
        {
            svg.Element("text", Columns[column], ("class", "quiet"), ("x", label + ((column + 0.5) * width)),
                ("y", bottom + (1.3 * text)), ("text-anchor", "middle"), ("font-size", text));
        }

        svg.Element("text", XTitle, ("class", "quiet"), ("x", (label + size.Width) / 2), ("y", bottom + (2.9 * text)),
            ("text-anchor", "middle"), ("font-size", text)).Line();
    }

    private static double RowHeight(FigureSize size) => size.IsNarrow ? 54 : 38;

    private static void DrawCell(MarkupWriter svg, (double? Score, string Tip, bool IsInvalid) cell, double x, double y,
        double width, double height, double text)
    {
        bool isMissing = cell.Score is null;
        string? fill = cell.Score is { } score ? Cividis.At(score) : null;
        string ink = isMissing ? "quiet" : Cividis.IsLight(cell.Score!.Value) ? "ink" : "chalk";
        svg.Open("g", ("class", "pt cell")).Element("title", cell.Tip);
        svg.Empty("rect", ("class", isMissing ? "void" : null), ("fill", fill), ("x", x), ("y", y), ("width", width),
            ("height", height), ("rx", 3));
        if (cell.IsInvalid)
        {
            svg.Empty("rect", ("class", "ring"), ("x", x), ("y", y), ("width", width), ("height", height), ("rx", 3));
        }

        svg.Element(
            "text",
            cell.Score is { } number ? number.ToString("0.00", CultureInfo.InvariantCulture) : "–",
            ("class", ink),
            ("x", x + (width / 2)),
            ("y", y + (height / 2) + (0.35 * text)),
            ("text-anchor", "middle"),
            ("font-size", text));
        svg.Close().Line();
    }
}
