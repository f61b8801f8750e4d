using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>report</c>.</summary>
[Verb("report", HelpText = "Rebuild the summary of result folders from their journals alone.")]
internal sealed class ReportOptions
{
    [Value(0, MetaName = "DIR...", HelpText = "Result folders.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("json", HelpText = "Print the summaries as a JSON array.")]
    public bool Json { get; init; }
}
