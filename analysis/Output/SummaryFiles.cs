using System.Text;
using System.Text.Json;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Output;

/// <summary>Writes a summary's files into a result folder.</summary>
public static class SummaryFiles
{
    /// <summary>The whole summary.</summary>
    public const string Json = "summary.json";

    /// <summary>One line a point.</summary>
    public const string Csv = "summary.csv";

    /// <summary>One line a sample within a trial.</summary>
    public const string Samples = "samples.csv";

    /// <summary>
    /// Writes <c>summary.json</c>, <c>summary.csv</c> and <c>samples.csv</c>, each whole or not at all: into a temporary file
    /// beside it, flushed to the disk, then renamed over what was there.
    /// </summary>
    /// <param name="folder">The result folder, which exists.</param>
    /// <param name="summary">The summary.</param>
    /// <returns>The paths written.</returns>
    /// <exception cref="IOException">A file cannot be written; those that were there before are left as they were.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static IReadOnlyList<string> Write(string folder, SweepSummary summary) =>
    [
        WriteWhole(Path.Combine(folder, Json), JsonSerializer.Serialize(summary, SummaryJson.Default.SweepSummary) + "\n"),
        WriteWhole(Path.Combine(folder, Csv), SummaryCsv.Of(summary)),
        WriteWhole(Path.Combine(folder, Samples), SamplesCsv.Of(summary)),
    ];

    private static string WriteWhole(string path, string text)
    {
        ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(text));
        return path;
    }
}
