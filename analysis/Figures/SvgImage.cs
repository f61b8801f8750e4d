using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Wraps a figure into an SVG image. <see cref="FigureFiles"/> writes it as a file, <c>FigureSection</c> as a part of a page. The
/// image must load nothing from outside.
/// </summary>
internal static class SvgImage
{
    /// <summary>Writes a self-contained file with its style: light or dark as the reader's screen, light in print.</summary>
    public static string Standalone(Chart chart)
    {
        const double margin = 16;
        var size = FigureSize.Wide;
        double head = 2.4 * size.FontSize;
        double height = chart.HeightIn(size) + head;
        var svg = new MarkupWriter().Open(
            "svg",
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "fig"),
            ("viewBox", FormattableString.Invariant(
                $"{-margin} {-margin} {size.Width + (2 * margin)} {MarkupWriter.Number(height + (2 * margin))}")),
            ("role", "img"),
            ("aria-labelledby", "title desc")).Line();
        svg.Element("title", chart.Title, ("id", "title")).Line();
        svg.Element("desc", chart.Description, ("id", "desc")).Line();
        svg.Open("style").Trusted(Theme.Variables("svg.fig") + Theme.FigureRules + ".fig .raw{display:none}").Close().Line();
        svg.Empty("rect", ("class", "paper"), ("x", -margin), ("y", -margin), ("width", size.Width + (2 * margin)),
            ("height", height + (2 * margin))).Line();
        svg.Element("text", chart.Title, ("class", "strong"), ("x", 0.0), ("y", 1.1 * size.FontSize),
            ("font-size", 1.15 * size.FontSize)).Line();
        svg.Open("g", ("transform", $"translate(0 {MarkupWriter.Number(head)})")).Line();
        chart.Draw(svg, size);
        return svg.Close().Close().Line().ToString();
    }

    /// <summary>Writes an image as part of a page that already has the title, style and variables.</summary>
    /// <param name="chart">Figure to draw.</param>
    /// <param name="size">Room to draw it into.</param>
    /// <param name="labelId">Id of the page's element that names the figure.</param>
    /// <param name="page">Page to write to.</param>
    /// <param name="variant">Distinguishes further drawings of the same figure; empty for the first.</param>
    public static void Inline(Chart chart, FigureSize size, string labelId, MarkupWriter page, string variant = "")
    {
        string description = $"{labelId}-{(size.IsNarrow ? "narrow" : "wide")}{variant}";
        page.Open(
            "svg",
            ("class", size.IsNarrow ? "fig narrow" : "fig wide"),
            ("viewBox", FormattableString.Invariant($"0 0 {size.Width} {MarkupWriter.Number(chart.HeightIn(size))}")),
            ("role", "img"),
            ("aria-labelledby", labelId),
            ("aria-describedby", description)).Line();
        page.Element("desc", chart.Description, ("id", description)).Line();
        chart.Draw(page, size);
        page.Close().Line();
    }
}
