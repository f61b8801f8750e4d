using System.Text;
using System.Text.Json;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>Writes the report of one or several results.</summary>
public static class ReportFiles
{
    /// <summary>The self-contained page.</summary>
    public const string Html = "report.html";

    /// <summary>The text for a pull request.</summary>
    public const string Markdown = "report.md";

    /// <summary>A study's findings beside ours, where they are asked for.</summary>
    public const string Study = "reproduction.json";

    /// <summary>The files that <see cref="Write"/> makes or replaces.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="results">The results, at least one.</param>
    /// <param name="hasStudy">Whether a study's findings are written too.</param>
    public static IReadOnlyList<string> FilesOf(string folder, IReadOnlyList<StoredResult> results, bool hasStudy) =>
    [
        Path.Combine(folder, Html),
        Path.Combine(folder, Markdown),
        .. hasStudy ? [Path.Combine(folder, Study)] : Array.Empty<string>(),
        .. FigureFiles.FilesOf(folder, FigureCatalog.Of(results, ScoreFormula.PerRecord)),
    ];

    /// <summary>
    /// Writes <c>report.html</c>, <c>report.md</c> and <c>figures/*.svg</c>, each whole or not at all. Equal results give equal bytes.
    /// </summary>
    /// <param name="folder">The folder, which is created when missing.</param>
    /// <param name="results">The results, at least one.</param>
    /// <param name="study">A study's findings beside them, also written as <c>reproduction.json</c>; null when none is asked for.</param>
    /// <param name="score">How the composite score is made.</param>
    /// <returns>The path of the page.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(
        string folder, IReadOnlyList<StoredResult> results, Reproduction? study = null, ScoreFormula score = ScoreFormula.PerRecord)
    {
        Directory.CreateDirectory(folder);
        IReadOnlyList<Chart> charts = FigureCatalog.Of(results, score);
        FigureFiles.Write(folder, charts);
        if (study is not null)
        {
            Save(folder, Study, JsonSerializer.Serialize(study, SummaryJson.Default.Reproduction) + "\n");
        }

        Save(folder, Markdown, ReportMarkdown.Of(results, charts, study));
        return Save(folder, Html, ReportPage.Of(results, charts, study));
    }

    private static string Save(string folder, string name, string text)
    {
        string path = Path.Combine(folder, name);
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(text));
        return path;
    }
}
