using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the section of a page on growing data: slopes, changes and stalls, and throughput over stored records.
/// <see cref="ReportPage"/> calls it for every report.
/// </summary>
internal static class GrowthSection
{
    /// <summary>True for a figure that belongs here and not to the others.</summary>
    public static bool IsOne(Chart chart) => chart.Name == StoredFigures.Name;

    /// <summary>Writes the section; nothing where no trial is long enough and none stalled.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<StoredResult> results, IReadOnlyList<Chart> charts)
    {
        var tables = results.Select(result => (result, Table: GrowthTable.Of(result.Summary)))
            .Where(pair => pair.Table is not null).ToList();
        if (tables.Count == 0)
        {
            return;
        }

        page.Element("h2", "What growth does", ("id", "growth")).Line();
        foreach (var (result, table) in tables)
        {
            string name = ResultNames.Of(results, result);
            page.Element("p", HtmlTable.Polish(results.Count > 1 ? $"{name}: {table!.Title}" : table!.Title), ("class", "small"))
                .Line();
            HtmlTable.WriteWide(page, table, $"Growth of {name}");
        }

        FigureSection.Write(page, charts);
    }
}
