using System.Text;
using System.Text.Json;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Writes the summary files into a result folder, after each sweep and by <c>report</c> (<c>SummaryOutput</c>).
/// <c>PublishFiles</c> writes them into the copies of a site, and <c>ResultCheck</c> into a scratch folder, to compare them with
/// stored ones. They can be rebuilt from manifest and journal, which this type never touches.
/// </summary>
public static class SummaryFiles
{
    /// <summary>File of the whole summary.</summary>
    public const string Json = "summary.json";

    /// <summary>File with one line per point.</summary>
    public const string Csv = "summary.csv";

    /// <summary>File with one line per sample within a trial.</summary>
    public const string Samples = "samples.csv";

    /// <summary>
    /// Writes <c>summary.json</c>, <c>summary.csv</c> and <c>samples.csv</c>, each atomically: to a temporary file beside it,
    /// flushed to the disk, then renamed over the old one.
    /// </summary>
    /// <param name="folder">Result folder; must exist.</param>
    /// <param name="summary">Summary to write.</param>
    /// <returns>Paths of the files.</returns>
    /// <exception cref="IOException">A file cannot be written; older files remain as they were.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static IReadOnlyList<string> Write(string folder, SweepSummary summary) =>
    [
        WriteWhole(Path.Combine(folder, Json), JsonOf(summary)),
        WriteWhole(Path.Combine(folder, Csv), SummaryCsv.Of(summary)),
        WriteWhole(Path.Combine(folder, Samples), SamplesCsv.Of(summary)),
    ];

    /// <summary>The text of <c>summary.json</c>.</summary>
    public static string JsonOf(SweepSummary summary) =>
        JsonSerializer.Serialize(summary, SummaryJson.Default.SweepSummary) + "\n";

    private static string WriteWhole(string path, string text)
    {
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(text));
        return path;
    }
}
