using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>compare</c>.</summary>
[Verb("compare", HelpText = "Compare two results, point by point: ratios B/A with their intervals.")]
internal sealed class CompareOptions
{
    [Value(0, MetaName = "A B", HelpText = "Two result folders: the baseline, and what is compared with it.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("threshold", MetaValue = "PERCENT", HelpText = "How much slower B may be: exit code 5 when a point is slower by more, beyond its interval. "
        + $"Default: {Defaults.Threshold}. Maximum: 99.")]
    public string? Threshold { get; init; }

    [Option("out", MetaValue = "DIR", HelpText = "Also write compare.html and figures/comparison.svg there.")]
    public string? Out { get; init; }

    [Option("json", HelpText = "Print the comparison as JSON.")]
    public bool Json { get; init; }
}
