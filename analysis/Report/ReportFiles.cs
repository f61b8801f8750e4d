using System.Text;
using System.Text.Json;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the report of one or several results into a folder. <c>run</c> and <c>report</c> call it through <c>SummaryOutput</c>,
/// <c>PublishFiles</c> for published results, and <c>ResultCheck</c> to compare with stored files. It replaces its own files and
/// deletes none.
/// </summary>
public static class ReportFiles
{
    /// <summary>Name of the self-contained page.</summary>
    public const string Html = "report.html";

    /// <summary>Name of the text for a pull request.</summary>
    public const string Markdown = "report.md";

    /// <summary>Name of the file with a study's findings.</summary>
    public const string Study = "reproduction.json";

    /// <summary>Lists the files that <see cref="Write"/> creates or replaces.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, IReadOnlyList<StoredResult> results, bool hasStudy) =>
    [
        Path.Combine(folder, Html),
        Path.Combine(folder, Markdown),
        .. hasStudy ? [Path.Combine(folder, Study)] : Array.Empty<string>(),
        .. FigureFiles.FilesOf(folder, FigureCatalog.Of(results, ScoreFormula.PerRecord)),
    ];

    /// <summary>
    /// Writes <c>report.html</c>, <c>report.md</c> and <c>figures/*.svg</c>, each atomically. Equal results give equal bytes.
    /// </summary>
    /// <param name="folder">Created when missing.</param>
    /// <param name="results">At least one.</param>
    /// <param name="study">A study's findings, also written as <c>reproduction.json</c>; null without a study.</param>
    /// <param name="score">Formula of the composite score.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(
        string folder, IReadOnlyList<StoredResult> results, Reproduction? study = null,
            ScoreFormula score = ScoreFormula.PerRecord)
    {
        Directory.CreateDirectory(folder);
        IReadOnlyList<Chart> charts = FigureCatalog.Of(results, score);
        FigureFiles.Write(folder, charts);
        if (study is not null)
        {
            Save(folder, Study, JsonOf(study));
        }

        Save(folder, Markdown, ReportMarkdown.Of(results, charts, study));
        return Save(folder, Html, ReportPage.Of(results, charts, study));
    }

    /// <summary>The text of <c>reproduction.json</c>.</summary>
    /// <param name="study">A study's findings.</param>
    public static string JsonOf(Reproduction study) => JsonSerializer.Serialize(study, SummaryJson.Default.Reproduction) + "\n";

    private static string Save(string folder, string name, string text)
    {
        string path = Path.Combine(folder, name);
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(text));
        return path;
    }
}
