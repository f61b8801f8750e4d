using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Wraps a figure into an SVG image for a paper, which <c>LatexFiles</c> writes: light colours, no visible title (the caption has
/// it), no dots of single trials, the width of a column. Programs that turn the image into PDF know no variables of style sheets,
/// so each colour is written out.
/// </summary>
internal static class PrintImage
{
    /// <summary>Width of a column of a two-column page, as ACM's and IEEE's classes have it (84 to 89 mm).</summary>
    private const double ColumnMm = 86;

    /// <summary>Returns the text of a self-contained file.</summary>
    public static string Of(Chart chart)
    {
        const double margin = 2;
        var size = FigureSize.Narrow;
        double width = size.Width + (2 * margin);
        double height = chart.HeightIn(size) + (2 * margin);
        var svg = new MarkupWriter().Open(
            "svg",
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "fig"),
            ("width", FormattableString.Invariant($"{ColumnMm}mm")),
            ("height", MarkupWriter.Number(ColumnMm * height / width) + "mm"),
            ("viewBox", FormattableString.Invariant(
                $"{-margin} {-margin} {MarkupWriter.Number(width)} {MarkupWriter.Number(height)}"))).Line();
        svg.Element("title", chart.Title).Line();
        svg.Element("desc", chart.Description).Line();
        svg.Open("style").Trusted(Theme.PrintRules + ".fig .raw{display:none}").Close().Line();
        chart.Draw(svg, size);
        return svg.Close().Line().ToString();
    }
}
