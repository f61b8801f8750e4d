using System.Globalization;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Makes the page of all published results: a table that a reader filters and sorts, whose rows link to report and journal.
/// <see cref="PublishFiles"/> writes the page to a file. The page must load nothing, so that it works from a disk. Texts of
/// results come from outside and must go through the escaping methods of <see cref="MarkupWriter"/>.
/// </summary>
internal static class ResultPage
{
    /// <summary>Most different values of a column that has a filter. A column with more, or with only one, gets none.</summary>
    private const int MostChoices = 40;

    /// <summary>Writes the page.</summary>
    /// <param name="results">At least one.</param>
    public static string Of(IReadOnlyList<PublishedResult> results)
    {
        var table = ResultTable.Of(results);
        return HtmlPage.Of("Results – ingestion benchmark", page => Write(page, results, table), ResultScript.Text,
            ResultScript.Style);
    }

    private static void Write(MarkupWriter page, IReadOnlyList<PublishedResult> results, ResultTable table)
    {
        page.Open("header").Element("h1", "Results").Line();
        page.Element("p", $"{NumberText.Count(table.Rows.Count, "point")} of {NumberText.Count(results.Count, "result")}. Each row "
            + "is one point with its interval; a result that breaks a rule of good measurement is shown, and says so. Figures of "
            + "different machines cannot be compared.", ("class", "sub")).Close().Line();
        page.Open("main").Line();
        WriteFilters(page, table);
        WriteTable(page, table);
        WriteResults(page, results);
        page.Close().Line();
    }

    private static void WriteFilters(MarkupWriter page, ResultTable table)
    {
        page.Open("form", ("class", "filters"), ("hidden", "hidden")).Line();
        for (int i = 0; i < table.Columns.Count; i++)
        {
            var values = table.Rows.Select(row => row.Cells[i]).DistinctBy(Choice)
                .OrderBy(cell => cell.Sort).ThenBy(Choice, StringComparer.Ordinal).ToList();
            if (!table.Columns[i].IsFilter || values.Count is < 2 or > MostChoices)
            {
                continue;
            }

            string id = "f" + i.ToString(CultureInfo.InvariantCulture);
            page.Open("label", ("for", id)).Text(table.Columns[i].Name)
                .Open("select", ("id", id), ("data-column", i)).Element("option", "all", ("value", "*"));
            foreach (var value in values)
            {
                page.Element("option", Choice(value).Length == 0 ? "none" : Choice(value), ("value", Choice(value)));
            }

            page.Close().Close().Line();
        }

        page.Element("output", string.Empty, ("aria-live", "polite")).Close().Line();
    }

    private static string Choice(ResultCell cell) => cell.Choice ?? cell.Text;

    private static void WriteTable(MarkupWriter page, ResultTable table)
    {
        page.Open("div", ("class", "figures")).Open("div", ("class", "scroll"), ("role", "region"), ("aria-label", "Results"),
            ("tabindex", 0)).Open("table", ("class", "results")).Line().Open("thead").Open("tr");
        foreach (var column in table.Columns)
        {
            page.Element("th", HtmlTable.Polish(column.Name), ("scope", "col"), ("class", column.IsNumber ? "n" : null));
        }

        page.Element("th", "opens", ("scope", "col")).Close().Close().Line().Open("tbody").Line();
        foreach (var row in table.Rows)
        {
            page.Open("tr", ("class", "is-" + row.State));
            for (int i = 0; i < row.Cells.Count; i++)
            {
                var (text, sort, choice) = row.Cells[i];
                page.Element(i == 0 ? "th" : "td", HtmlTable.Polish(text), ("class", table.Columns[i].IsNumber ? "n" : null),
                    ("scope", i == 0 ? "row" : null), ("data-head", i == 0 ? null : HtmlTable.Polish(table.Columns[i].Name)),
                    ("data-sort", sort?.ToString("R", CultureInfo.InvariantCulture)), ("data-choice", choice ?? text));
            }

            page.Open("td", ("data-head", "opens"))
                .Element("a", "report", ("href", PublishFiles.Address(row.Folder, ReportFiles.Html))).Text(" ")
                .Element("a", "journal", ("href", PublishFiles.Address(row.Folder, "trials.jsonl"))).Close().Close().Line();
        }

        page.Close().Close().Close().Close().Line();
    }

    private static void WriteResults(MarkupWriter page, IReadOnlyList<PublishedResult> results)
    {
        page.Element("h2", "Where each result was measured").Line().Open("ul").Line();
        foreach (var of in results)
        {
            var environment = of.Result.Manifest.Environment;
            page.Open("li").Element("a", of.Name, ("href", PublishFiles.Address(of.Name, ReportFiles.Html)))
                .Text($": {environment.Processor}, {NumberText.Count(environment.Cores, "core")}, "
                    + $"{NumberText.Rounded(environment.MemoryBytes)}B of memory, {environment.Disk}, "
                    + $"{environment.OperatingSystem}; DbIngest {of.Result.Summary.ToolVersion}; {of.Trust}.")
                .Close().Line();
        }

        page.Close().Line();
    }
}
