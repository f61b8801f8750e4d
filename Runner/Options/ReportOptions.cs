using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>report</c>, which rebuilds summaries and reports from journals. <c>ReportVerb</c> executes them; it
/// opens no database.
/// </summary>
[Verb("report", HelpText = "Rebuild summaries of result folders from their journals alone, and write a report of them all.")]
internal sealed class ReportOptions
{
    [Value(0, MetaName = "DIR...", HelpText = "Result folders; the report speaks of all of them together.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("out", MetaValue = "DIR",
        HelpText = "Where report.html, report.md and figures/ are written. Default: the result folder; "
        + $"'{Defaults.Report}' when several are given.")]
    public string? Out { get; init; }

    [Option("reproduce", MetaValue = "STUDY",
        HelpText = "Also put a study's published findings beside the figures: study1. With --json, these alone are printed.")]
    public Choice<StudyName>? Reproduce { get; init; }

    [Option("score", MetaValue = "NAME",
        HelpText = "How the composite score is made: record (CPU time a record, small differences count little) "
        + $"or study3 (the study's own: CPU share of the time, any difference is 0 against 1). Default: {Defaults.Score}.")]
    public Choice<ScoreName>? Score { get; init; }

    [Option("force",
        HelpText = "Replace files of a report that exist in --out. A report in its own result folder is always replaced.")]
    public bool Force { get; init; }

    [Option('v', "verbose",
        HelpText = "Print every note below a table: contracts, ratios of all pairs, and the reason of each rule.")]
    public bool Verbose { get; init; }

    [Option('q', "quiet", HelpText = "Print nothing but errors and where the report is.")]
    public bool Quiet { get; init; }

    [Option("json", HelpText = "Print the summaries as a JSON array on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}
