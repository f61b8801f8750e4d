using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>report</c>, which rebuilds summaries and reports from journals, or checks them. <c>ReportVerb</c>
/// executes them. It opens no database and must never change a manifest or a journal: <c>--price</c> goes to a separate file of
/// each folder.
/// </summary>
[Verb("report", HelpText = "Rebuild summaries of result folders from their journals alone, and write a report of them all.")]
internal sealed class ReportOptions
{
    [Value(0, MetaName = "DIR...", HelpText = "Result folders; one report covers all of them.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("out", MetaValue = "DIR",
        HelpText = $"Folder of report.html, report.md and figures/. Default: the result folder; '{Defaults.Report}' when "
            + "several are given.")]
    public string? Out { get; init; }

    [Option("price", MetaValue = "PRICES|FILE",
        HelpText = PriceReader.Help + " Kept in prices.txt of each folder, for later reports. Default: that file, or what the run "
            + "was told.")]
    public string? Price { get; init; }

    [Option("reproduce", MetaValue = "STUDY",
        HelpText = "Also compare a study's published findings with the figures: study1, study2, study3 or study4. With --json, print only "
            + "these.")]
    public Choice<StudyName>? Reproduce { get; init; }

    [Option("score", MetaValue = "NAME",
        HelpText = "Formula of the composite score: record (CPU time per record; small differences count little) or "
            + "study3 (a reading of the study, which states no formula: CPU share of the time; any difference is 0 "
            + "against 1). Default: "
            + $"{Defaults.Score}.")]
    public Choice<ScoreName>? Score { get; init; }

    [Option("hdr",
        HelpText = "Also write the service times as logs for HdrHistogram's tools: hdr/NNN.hlog per point, with one histogram "
            + "per measured trial and kind of operation.")]
    public bool Hdr { get; init; }

    [Option("latex",
        HelpText = "Also write tables and figures for a paper: latex/*.tex (booktabs) and latex/*.svg at the width of a column.")]
    public bool Latex { get; init; }

    [Option("check",
        HelpText = "Write nothing: check signature and checksums (SHA256SUMS), the journal line by line, and whether summaries and "
            + "report follow from it. Exit code 5 when anything was changed.")]
    public bool Check { get; init; }

    [Option("signers", MetaValue = "FILE",
        HelpText = "With --check: the signers that you trust, a file in the form of OpenSSH's allowed_signers.")]
    public string? Signers { get; init; }

    [Option("force",
        HelpText = "Replace existing files of a report in --out. A report in its own result folder is always replaced.")]
    public bool Force { get; init; }

    [Option('v', "verbose",
        HelpText = "Print every note below a table: durability levels, ratios of all pairs, and the reason of each rule.")]
    public bool Verbose { get; init; }

    [Option('q', "quiet", HelpText = "Print only errors and the path of the report.")]
    public bool Quiet { get; init; }

    [Option("json", HelpText = "Print the summaries as a JSON array on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}
