using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>Writes a comparison as a page that needs nothing but itself, and its forest plot as a file.</summary>
public static class ComparisonFiles
{
    /// <summary>The page.</summary>
    public const string Html = "compare.html";

    /// <summary>The files that <see cref="Write"/> makes or replaces.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="comparison">The comparison.</param>
    public static IReadOnlyList<string> FilesOf(string folder, Comparison comparison) =>
        [Path.Combine(folder, Html), .. FigureFiles.FilesOf(folder, [ForestFigures.Results(comparison)])];

    /// <summary>Writes <c>compare.html</c> and <c>figures/comparison.svg</c>.</summary>
    /// <param name="folder">The folder, which is created when missing.</param>
    /// <param name="comparison">The comparison.</param>
    /// <returns>The path of the page.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, Comparison comparison)
    {
        Directory.CreateDirectory(folder);
        FigureFiles.Write(folder, [ForestFigures.Results(comparison)]);
        string path = Path.Combine(folder, Html);
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(PageOf(comparison)));
        return path;
    }

    /// <summary>The page.</summary>
    internal static string PageOf(Comparison comparison)
    {
        var table = ComparisonTable.Of(comparison);
        return HtmlPage.Of($"{comparison.A} and {comparison.B} – ingestion benchmark", page =>
        {
            page.Open("header").Element("h1", $"{comparison.B} against {comparison.A}").Close().Line().Open("main").Line();
            page.Open("section", ("class", "answer"), ("aria-label", "Answer")).Element("p", table.Title + ".").Close().Line();
            FigureSection.Write(page, [ForestFigures.Results(comparison)]);
            page.Element("h2", "Table").Line().Open("div", ("class", "figures")).Line();
            HtmlTable.Write(page, table, "Common points");
            page.Close().Line();
            ReportPage.WriteNotes(page, table);
            page.Close().Line();
        });
    }
}
