using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes a history as a self-contained page, a CSV file and its figures. <c>SummaryOutput</c> calls it for <c>compare --history
/// --out</c>. It replaces its own files and deletes none.
/// </summary>
public static class HistoryFiles
{
    /// <summary>Name of the page.</summary>
    public const string Html = "history.html";

    /// <summary>Name of the table for programs.</summary>
    public const string Csv = "history.csv";

    /// <summary>Lists the files that <see cref="Write"/> creates or replaces.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, History history) =>
        [Path.Combine(folder, Html), Path.Combine(folder, Csv), .. FigureFiles.FilesOf(folder, HistoryFigures.Of(history))];

    /// <summary>Writes <c>history.html</c>, <c>history.csv</c> and <c>figures/history-N.svg</c>.</summary>
    /// <param name="folder">Created when missing.</param>
    /// <param name="history">The history.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, History history)
    {
        Directory.CreateDirectory(folder);
        FigureFiles.Write(folder, HistoryFigures.Of(history));
        ResultFolder.WriteAtomically(Path.Combine(folder, Csv), Encoding.UTF8.GetBytes(HistoryCsv.Of(history)));
        string path = Path.Combine(folder, Html);
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(PageOf(history)));
        return path;
    }

    internal static string PageOf(History history)
    {
        var table = HistoryTable.Of(history);
        var charts = HistoryFigures.Of(history);
        return HtmlPage.Of("History – ingestion benchmark", page =>
        {
            page.Open("header").Element("h1", "Throughput over time").Close().Line().Open("main").Line();
            page.Open("section", ("class", "answer"), ("aria-label", "Answer")).Element("p", table.Title + ".").Close().Line();
            page.Element("h2", "Lines").Line();
            FigureSection.Write(page, charts);
            if (charts.Count < history.Lines.Count)
            {
                page.Element("p", FormattableString.Invariant($"Only {charts.Count} of {history.Lines.Count} lines are drawn, ")
                    + "those with a change point first; the table has all.", ("class", "small")).Line();
            }

            page.Element("h2", "Table").Line();
            HtmlTable.WriteWide(page, table, "Lines");
            page.Close().Line();
        });
    }
}
