using System.Globalization;
using System.Text;
using DbIngest.Analysis.Latex;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Writes the README of an archive: what it holds, what it was measured on and with, how a stranger checks it and measures it
/// again. <c>ResultArchive</c> packs it for the verb <c>archive</c>. Every text from the result is escaped.
/// </summary>
public static class ArchiveReadme
{
    /// <summary>What files of these names hold. A name that ends with a slash is a folder.</summary>
    private static readonly (string[] Names, string Holds)[] Contents =
    [
        (["manifest.json", "trials.jsonl"],
            "what was to be measured, on what, and one line per trial. All else follows"),
        ([ResultFolder.PricesName], "prices in place of those in the manifest"),
        ([SummaryFiles.Json, SummaryFiles.Csv, SummaryFiles.Samples], "every figure with its interval"),
        ([ReportFiles.Html, ReportFiles.Markdown, "figures/"], "the same to read"),
        ([ComparisonFiles.Html], "the two sides that were measured in pairs"),
        ([LatexFiles.Folder + "/"], "tables and figures for a paper"),
        ([HdrFiles.Folder + "/"], "service times for HdrHistogram's tools"),
        (["run.log"], "what the run said"),
    ];

    /// <summary>Writes the text.</summary>
    /// <param name="result">The result.</param>
    /// <param name="files">Names of the files in the archive, with slashes. An interrupted run has left no summary.</param>
    /// <param name="licence">Licence of the data; null if none is stated.</param>
    /// <param name="isSigned">True if the checksums are signed.</param>
    public static string Of(StoredResult result, IReadOnlyList<string> files, string? licence, bool isSigned)
    {
        var (manifest, summary) = (result.Manifest, result.Summary);
        var environment = manifest.Environment;
        var how = RerunCommands.Of(manifest);
        var text = new StringBuilder();
        Line(text, $"# {MarkdownText.Escape(result.Folder)}");
        Line(text);
        Line(text, $"**{MarkdownText.Escape(AnswerLine.Of([result]))}**");
        Line(text);
        Line(text, $"Measured by DbIngest {MarkdownText.Escape(summary.ToolVersion)}, from {summary.StartedUtc.UtcDateTime:yyyy-MM-dd HH:mm} UTC on: {summary.Points.Count} points, {summary.Trials.Count} trials.");
        Line(text);
        Line(text, $"## What is here");
        Line(text);
        foreach (var (names, holds) in Contents)
        {
            string[] here = [.. names.Where(name => files.Any(file => Is(name, file))).Select(name => $"`{name}`")];
            if (here.Length > 0)
            {
                Line(text, $"- {string.Join(", ", here)}: {holds}.");
            }
        }

        Line(text, $"- `SHA256SUMS`{(isSigned ? " and `SHA256SUMS.sig`" : string.Empty)}: checksums of all files{(isSigned ? " and their signature" : "; they are not signed")}.");
        Line(text);
        Line(text, $"## Check it");
        Line(text);
        Line(text, $"```sh");
        Line(text, $"sha256sum --check SHA256SUMS");
        Line(text, $"dbingest report --check .{(isSigned ? " --signers FILE" : string.Empty)}");
        Line(text, $"```");
        Line(text);
        Line(text, $"The second command also checks that each line of the journal is as it was written, and computes summaries and report again from the journal.");
        Line(text);
        Line(text, $"## Measure it again");
        Line(text);
        Line(text, $"```sh");
        foreach (string line in how.Lines)
        {
            Line(text, $"{MarkdownText.InFence(line)}");
        }

        Line(text, $"```");
        Line(text);
        foreach (string remark in how.Remarks)
        {
            Line(text, $"- {MarkdownText.Escape(remark)}");
        }

        Line(text, $"- `dbingest run --again FILE` does the same with this archive, and compares.");
        Line(text);
        Line(text, $"## Measured on");
        Line(text);
        foreach (string fact in (string[])[environment.Processor, Cores(environment.Cores), Memory(environment.MemoryBytes),
            environment.OperatingSystem, environment.Filesystem, environment.Disk, environment.Runtime])
        {
            Line(text, $"- {MarkdownText.Escape(fact)}");
        }

        foreach (string server in summary.Targets.Select(target =>
            $"{target.Database} {target.ServerVersion}, by {target.Client} ({target.DriverVersion}), durability {target.Durability}")
            .Distinct(StringComparer.Ordinal))
        {
            Line(text, $"- {MarkdownText.Escape(server)}");
        }

        Line(text);
        Line(text, $"## Licence");
        Line(text);
        Line(text, $"{(licence is null ? "No licence of the data is stated." : $"The data are under {MarkdownText.Escape(licence)}.")} DbIngest is under the MIT licence.");
        return text.ToString();
    }

    private static bool Is(string name, string file) =>
        name.EndsWith('/') ? file.StartsWith(name, StringComparison.Ordinal) : file == name;

    private static string Cores(int cores) => string.Create(CultureInfo.InvariantCulture, $"{cores} logical cores");

    private static string Memory(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e9:0.0} GB of memory");

    private static void Line(StringBuilder text, FormattableString? line = null) =>
        text.Append(line is null ? string.Empty : FormattableString.Invariant(line)).Append('\n');
}
