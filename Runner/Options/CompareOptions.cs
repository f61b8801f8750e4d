using CommandLine;
using DbIngest.Analysis.Compare;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>compare</c>, which compares stored results: two, several on each side, or a history.
/// <c>CompareVerb</c> and <c>CompareHistory</c> check and execute them. Both open no database and
/// write only to <c>--out</c>.
/// </summary>
[Verb("compare", HelpText = "Compare two results, point by point: ratios B/A with their intervals.")]
internal sealed class CompareOptions
{
    [Value(0, MetaName = "A B",
        HelpText = "Two result folders: the baseline, and the result to compare with it. With --against, several runs of "
            + "the baseline.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("against", Min = 1, MetaValue = "DIR...",
        HelpText = "Result folders to compare with the baseline: runs of one version, on other days or of other builds. "
            + "Several runs per side put the variance between runs into the intervals. A side with one run is "
            + "assumed to vary as much as the other side.")]
    public IEnumerable<string> Against { get; init; } = [];

    [Option("history",
        HelpText = "Take all folders as one history, in the order of their start: the throughput of each point in each folder, "
            + "and the change points of its level.")]
    public bool History { get; init; }

    [Option("as-given",
        HelpText = "With --history: keep the order in which the folders are given, such as that of their commits.")]
    public bool AsGiven { get; init; }

    [Option("last", MetaValue = "COUNT",
        HelpText = "With --history: exit code 5 when the level of a point fell by more than --threshold within the last COUNT "
            + "folders, as --gate judges it, or the point lost its figures or failed an audit there. Maximum: 1000. Default: a "
            + "history fails no build.")]
    public WholeNumberValue? Last { get; init; }

    [Option("threshold", MetaValue = "PERCENT",
        HelpText = "How much slower B may be: exit code 5 when a point is slower by more, or failed an audit in B alone. "
        + $"Default: {Defaults.Threshold}. Maximum: 99.")]
    public PercentValue? Threshold { get; init; }

    [Option("gate", MetaValue = "NAME",
        HelpText = "When a point counts as slower than the threshold allows: interval (its whole interval lies beyond "
            + "the threshold) or estimate (its ratio does, and the test finds a difference). Give several runs per "
            + $"side: with one, the variance between runs counts as a loss. Default: {Defaults.Gate}.")]
    public Choice<RegressionGate>? Gate { get; init; }

    [Option("price", MetaValue = "PRICES|FILE",
        HelpText = PriceReader.Help + " For both sides. Default: those of each folder.")]
    public string? Price { get; init; }

    [Option("out", MetaValue = "DIR", HelpText = "Also write compare.html and figures/comparison.svg there; with --history, "
        + "history.html, history.csv and figures/history-N.svg.")]
    public string? Out { get; init; }

    [Option("force", HelpText = "Replace files of --out that exist.")]
    public bool Force { get; init; }

    [Option("json", HelpText = "Print the comparison, or the history, as JSON.")]
    public bool Json { get; init; }
}
