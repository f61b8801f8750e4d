using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes figures into a page, each drawn twice: for a wide screen and for a phone. The style shows the one that fits.
/// <c>ReportPage</c>, <c>GrowthSection</c>, <c>ComparisonFiles</c>, <c>HistoryFiles</c> and <c>LiveParts</c> call it. The names
/// of all figures of a page must differ, because ids contain them.
/// </summary>
internal static class FigureSection
{
    /// <summary>Writes the figures in their order; nothing without one.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<Chart> charts)
    {
        if (charts.Count == 0)
        {
            return;
        }

        page.Open("div", ("class", "figs")).Line();
        foreach (var chart in charts)
        {
            string label = "fig-" + chart.Name;
            page.Open("figure").Element("h3", chart.Title, ("id", label)).Line();
            WriteDrawings(page, chart, label);
            if (chart.Caption.Length > 0)
            {
                page.Element("figcaption", chart.Caption).Line();
            }

            WriteSwitch(page, chart.HasRaw, "raw", chart, "Show raw trials");
            WriteSwitch(page, chart.Logarithmic is not null, "log", chart, "Logarithmic scale");
            page.Close().Line();
        }

        page.Close().Line();
    }

    private static void WriteDrawings(MarkupWriter page, Chart chart, string label)
    {
        var logarithmic = chart.Logarithmic;
        foreach (var (variant, drawn) in new[] { ("lin", chart), ("log", logarithmic) })
        {
            if (drawn is null)
            {
                continue;
            }

            page.Open("div", ("class", logarithmic is null ? null : variant)).Line();
            SvgImage.Inline(drawn, FigureSize.Wide, label, page, drawn == chart ? string.Empty : "-log");
            SvgImage.Inline(drawn, FigureSize.Narrow, label, page, drawn == chart ? string.Empty : "-log");
            page.Close().Line();
        }
    }

    /// <summary>Writes a checkbox under a figure for raw trials or the scale. It works by style alone.</summary>
    private static void WriteSwitch(MarkupWriter page, bool isThere, string kind, Chart chart, string text)
    {
        if (isThere)
        {
            page.Open("label", ("class", "toggle"))
                .Empty("input", ("type", "checkbox"), ("class", kind + "-switch"), ("id", $"{kind}-{chart.Name}"))
                .Text(text).Close().Line();
        }
    }
}
