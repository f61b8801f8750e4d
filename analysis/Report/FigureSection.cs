using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Report;

/// <summary>The figures of a page, each drawn for a desk and for a phone: the style shows the one that fits.</summary>
internal static class FigureSection
{
    /// <summary>Writes figures.</summary>
    public static void Write(Markup page, IReadOnlyList<Chart> charts)
    {
        foreach (var chart in charts)
        {
            string label = "fig-" + chart.Name;
            page.Open("figure").Element("h3", chart.Title, ("id", label)).Line();
            Svg.Inline(chart, FigureSize.Wide, label, page);
            Svg.Inline(chart, FigureSize.Narrow, label, page);
            if (chart.Caption.Length > 0)
            {
                page.Element("figcaption", chart.Caption).Line();
            }

            WriteToggle(page, chart);

            page.Close().Line();
        }
    }

    /// <summary>A switch under each figure that has raw trials. It works by style alone.</summary>
    private static void WriteToggle(Markup page, Chart chart)
    {
        if (chart.HasRaw)
        {
            page.Open("label", ("class", "toggle")).Empty("input", ("type", "checkbox"), ("class", "raw-switch"), ("id", "raw-" + chart.Name))
                .Text("Show raw trials").Close().Line();
        }
    }
}
