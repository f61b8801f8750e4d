using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes a comparison as a self-contained page, and its forest plot as a file. <c>SummaryOutput</c> calls it for <c>compare
/// --out</c>, and for the pairs of <c>run --ab</c> and <c>report</c>. It replaces its own files and deletes none.
/// </summary>
public static class ComparisonFiles
{
    /// <summary>Name of the page.</summary>
    public const string Html = "compare.html";

    /// <summary>Lists the files that <see cref="Write"/> creates or replaces.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, Comparison comparison) =>
        [Path.Combine(folder, Html), .. FigureFiles.FilesOf(folder, Figures(comparison))];

    /// <summary>Writes <c>compare.html</c> and, of points, <c>figures/comparison.svg</c>.</summary>
    /// <param name="folder">Created when missing.</param>
    /// <returns>Path of the page.</returns>
    /// <param name="comparison">The comparison.</param>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, Comparison comparison)
    {
        Directory.CreateDirectory(folder);
        FigureFiles.Write(folder, Figures(comparison));
        string path = Path.Combine(folder, Html);
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(PageOf(comparison)));
        return path;
    }

    /// <summary>The forest plot. None for two searches, which have no points in common.</summary>
    private static IReadOnlyList<Chart> Figures(Comparison comparison) =>
        comparison.Points.Count == 0 ? [] : [ForestFigures.Results(comparison)];

    internal static string PageOf(Comparison comparison)
    {
        var table = ComparisonTable.Of(comparison);
        return HtmlPage.Of($"{comparison.A} and {comparison.B} – ingestion benchmark", page =>
        {
            page.Open("header").Element("h1", $"{comparison.B} against {comparison.A}").Close().Line().Open("main").Line();
            page.Open("section", ("class", "answer"), ("aria-label", "Answer")).Element("p", table.Title + ".").Close().Line();
            FigureSection.Write(page, Figures(comparison));
            page.Element("h2", "Table").Line();
            HtmlTable.WriteWide(page, table, "Common points");
            foreach (var more in SpecialTables.Of(comparison))
            {
                page.Element("h2", more.Title).Line();
                HtmlTable.WriteWide(page, more, more.Title);
            }

            page.Close().Line();
        });
    }
}
